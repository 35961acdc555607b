# SPDX-License-Identifier: GPL-2.0-or-later
#
# record.sh - in the guest, two harts: tea record, as itself and as perf tea, as TAP
. /host/guest.sh
. /host/kallsyms.sh
. /host/tap.sh

cd /tmp
long="$programs/st_l1 1000000"
# Where a few samples of the loop are enough.
short="$programs/st_l1 300000"

# PATTERN TEA_INFO_ARG...: a line of tea info matches.
info_says()
{
	pattern=$1
	shift
	tea info "$@" >info
	cat info
	grep -qE -- "$pattern" info
}

# Up to four instructions of a sample are recorded, of which plain -c would have one. One in 17 of
# the loop's cycles commits three: some 50 of 870 samples have two slots more, and the bound is less
# than nine of them, more than five standard deviations away.
all_slots()
{
	tea record -c 20000 -o all.data -- $long || return
	perf record -q -e tea// -c 20000 -o one.data -- $long || return
	all=$(tea script -i all.data | grep -c .)
	one=$(tea script -i one.data | grep -c .)
	echo "$all slots, $one without -R"
	[ "$one" -gt 100 ] && [ "$all" -gt "$((one + one / 50))" ]
}

passes_status()
{
	status=0
	tea record -o status.data -- sh -c "$short; exit 3" || status=$?
	[ "$status" -eq 3 ]
}

shows_command()
{
	tea record -v -F 2000 -o v.data -- true 2>err
	cat err
	grep -q '^tea record: perf record -e tea// -o v.data -R -P --sample-cpu -F 2000 -v -- true$' err
}

# -z[LEVEL]: the recording is smaller than without, and has as many samples but for chance.
packs()
{
	tea record "$1" -c 10000 -o packed.data -- $long || return
	tea record -c 10000 -o loose.data -- $long || return
	ls -l packed.data loose.data
	[ "$(stat -c %s packed.data)" -lt "$(($(stat -c %s loose.data) / 2))" ] &&
		tea report -i packed.data | grep hot_loop
}

# raw TYPES ARGUMENT...: the recording with these arguments has samples of these types.
raw()
{
	types=$1
	shift
	tea record "$@" -o raw.data -- $short || return
	perf evlist -v -i raw.data | grep "sample_type.*$types" && tea report -i raw.data | grep hot_loop
}

# Two seconds and more of files, each a recording of its own.
switches()
{
	mkdir -p parts && cd parts || return
	tea record -a --switch-output=1s -o part -- sh -c "$short; sleep 2; $short" || return
	ls -l
	[ "$(ls | wc -l)" -ge 2 ] && for file in *; do tea info "$file" || return; done
	cd ..
}

# -p or -t: a running process or thread.
joins()
{
	$programs/st_l1 4000000000 &
	running=$!
	status=0
	tea record "$1" "$running" -o joined.data -- sleep 0.02 || status=$?
	kill "$running"
	[ "$status" -eq 0 ] && tea report -i joined.data | grep hot_loop
}

# As a user who may not see the kernel: user code, with its callers.
as_anybody()
{
	rm -f anybody.data
	sysctl -q -w kernel.perf_event_paranoid=2
	status=0
	su -s /bin/sh nobody -c "tea record $* -c 20000 -o anybody.data -- $short" || status=$?
	sysctl -q -w kernel.perf_event_paranoid=-1
	[ "$status" -eq 0 ] && chown root anybody.data && tea report --children -i anybody.data | grep main
}

no_kernel_address()
{
	perf script -i anybody.data -F ip >ips && grep . ips >/dev/null && ! grep -E 'f{4}[0-9a-f]{12}' ips
}

tap_check 'tea record' tea record -- $short
tap_check 'tea report reads it' tea report
tap_check 'perf tea report' perf tea report
tap_check 'perf tea info' sh -c 'perf tea info | grep -q "^Event  *tea//"'
tap_check 'perf tea record' perf tea record -o again.data -- $short
tap_check 'what it wrote has cycles' info_says '^Cycles +[0-9,]{7}' again.data
tap_check 'no sample without its events' info_says '^Samples without events +0$' again.data
tap_check '-c has all instructions of a sample' all_slots
tap_check '-a on two harts' tea record -a -c 500000 -o both.data -- \
	sh -c "taskset 1 $long & taskset 2 $long & wait"
tap_check '-e tea//u' tea record -e tea//u -o user.data -- $short
# A recording at dispatch: read as others, and named as such.
dispatch_says()
{
	pattern=$1
	shift
	tea "$@" >out
	cat out
	grep -qE -- "$pattern" out && tr '\n' ' ' <out | grep -q 'sampled at dispatch, where'
}

# A mix of user and kernel code, with the cycles beside.
mixes()
{
	tea record --mix -v -c 10000 -o mix.data -- $short 2>err || return
	cat err
	grep -qF 'tea/period=10009/,tea/instructions,period=10007/,tea/taken,period=10007,branch_type=any/' err &&
		tea mix -i mix.data --by function --by privilege >out || return
	cat out
	grep -q 'source hbbp' out && grep -q 'hot_loop  *user' out && grep -q supervisor out &&
		tea report -i mix.data | grep hot_loop
}

# A view records the program on its own.
runs()
{
	tea "$@" -- $short >out || return
	cat out
	grep hot_loop out
}

tap_check '--mix' mixes
tap_check 'tea mix -- PROGRAM' runs mix --by function
tap_check 'tea report -- PROGRAM' runs report
tap_check '-e tea/dispatch/' tea record -e tea/dispatch/ -c 50000 -o dispatch.data -- $short
tap_check 'at dispatch: tea report' dispatch_says 'ST-L1.*hot_loop|hot_loop.*ST-L1' report -i dispatch.data
tap_check 'at dispatch: tea annotate' dispatch_says 'ST-L1' annotate -i dispatch.data hot_loop
tap_check 'at dispatch: tea explain' dispatch_says 'share .* of dispatch time; the event often costs more' \
	explain -i dispatch.data
tap_check 'at dispatch: tea info' info_says '^Event  *tea/dispatch/' dispatch.data
tap_check 'at dispatch and at commit, in one file' perf record -q -P --sample-cpu -c 50000 \
	-e tea// -e tea/dispatch/ -o stages.data -- sh -c "$long; $short"
tap_check '... which are not added up' info_says '^Other events +tea/dispatch/ \(.* samples, not shown here\)' stages.data
tap_check '... and shown by name' dispatch_says '# event *tea/dispatch/' report --header -i stages.data --event tea/dispatch/
tap_fails '... nor compared' 'sampled at commit, and .* at dispatch' tea diff all.data dispatch.data
tap_check '-g' tea record -g -o chains.data -- $long
tap_check '-g of anybody' as_anybody -g
tap_check '... who sees no address of the kernel' no_kernel_address
tap_check '--call-graph dwarf of anybody' as_anybody --call-graph dwarf
for format in html folded pprof speedscope callgrind csv json; do
	tap_check "tea export --to $format in the guest" \
		sh -c "tea export -i chains.data --to $format -o export && test -s export"
done
tap_check 'tea list in the guest' tea list
tap_fails 'a period too short' 'at least 10000' tea record -c 9999 -- true
tap_check '-z' packs -z
tap_check '-z19' packs -z19
tap_check 'raw records' raw RAW
tap_check '-R' raw RAW -R
tap_check '--mem' raw 'ADDR.*RAW.*DATA_SRC.*WEIGHT.*PHYS_ADDR' --mem
tap_check '--switch-output=1s' switches
tap_check '-o - into tea report' sh -c "tea record -o - -- $short | tea report -i - | grep -q hot_loop"
tap_check '-p of a process that runs' joins -p
tap_check '-t of a thread that runs' joins -t
tap_check 'it exits as the program' passes_status
tap_check '-v shows the command line' shows_command
cp all.data both.data chains.data /host
tap_check 'without the driver it says so' rmmod tea_pmu
tap_fails 'and what to do' 'no TEA unit.*load tea_pmu' tea record -- true
tap_end
