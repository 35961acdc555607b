# SPDX-License-Identifier: GPL-2.0-or-later
#
# inputs.sh - in the guest, two harts: a recording of each kind that perf writes, and perf's own
# output for it
#
# NAME.data is the recording; NAME.script has a line for each record of TEA's event, as
# perf script prints it: pid, tid, period, name. A kind that this perf or kernel cannot
# record fails here: none is left out silently.
. /host/guest.sh
. /host/kallsyms.sh

out=/tmp/inputs
mkdir -p $out
cd $out
trap 'cp -r $out /host' EXIT
family=$programs/family
event="-e tea// -c 10007"
# perf takes a second over the kernel's symbols, which nothing here needs.
record="perf record -q --no-bpf-event"

# perf's lines for its standard input, or RECORDING, go to NAME.script.
told()
{
	perf script -i "$1" --kallsyms=/dev/null -F comm,pid,tid,event,period -G 2>log |
		sed -nE 's/^ *(.*[^ ]) +([0-9]+)\/([0-9]+) +([0-9]+) +tea[^ ]*: *$/\2\t\3\t\4\t\1/p' \
		>"$2.script"
	[ -s "$2.script" ] && return
	echo "perf script finds nothing in '$2':" >&2
	cat log >&2
	return 1
}

# NAME PERF_ARG...: the family recorded.
kind()
{
	name=$1
	shift
	$record -o "$name.data" "$@" -- $family >log 2>&1 || {
		echo "perf record of '$name' failed:" >&2
		cat log >&2
		exit 1
	}
	told "$name.data" "$name"
}

# NAME PERF_ARG...: the same through a pipe.
pipe()
{
	name=$1
	shift
	$record -o - "$@" -- $family 2>log | cat >"$name.data"
	told - "$name" <"$name.data"
}

# Perf begins another file every second; some may be without samples.
switched()
{
	$record -o switched.data --switch-output=1s $event -- \
		sh -c "$family; sleep 1; $family" >log 2>&1
	part=0
	for file in switched.data.*; do
		part=$((part + 1))
		mv "$file" switched-$part.data
		told switched-$part.data switched-$part || :
	done
}

# NAME PERF_ARG...: the family in a root of its own, as containers have them.
contained()
{
	mkdir -p box/app box/proc
	cp $family box/app
	mount -t proc proc box/proc
	family="chroot box /app/family"
	kind "$@"
	family=$programs/family
	umount box/proc
}

# perf record itself takes a quarter of a second, and the program hundredths: so one recording has
# as many kinds as possible.
kind plain $event
kind frames-zstd $event -g -z
kind dwarf -e tea// -c 100003 --call-graph dwarf,4096
contained many-fields $event -R -d -W -s --phys-data --sample-cpu --sample-identifier
kind several -e cpu-clock -e '{context-switches,page-faults}:S' $event -a --namespaces \
	--all-cgroups --switch-events
kind small-ring -e tea// -F 16000 -m 1 --all-user --buildid-mmap --tail-synthesize
kind threads-zstd $event --threads -z
pipe pipe-zstd $event -g -z
switched
$record -o - $event -- $family 2>log | tee through.data |
	tea report -i - --by thread --format json >through.json
told - through <through.data
