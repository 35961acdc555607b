# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-stat.sh - in the guest, two harts: slots of stage stacks as perf stat counts them, as TAP
#
# slots.c has the numbers one by one; this has what people type, and what sysfs tells perf.
set -eu
. /host/tap.sh
. /host/guest-tools.sh

cp /host/slots /host/busy /tmp
stages='dispatch issue commit'
causes='base icache bpred dcache alu depend other'
finer='l1i itlb llc memory dtlb stq order l1d ports frontend registers ldq tags serial flush'
flops='base non_fma mask frontend non_vfp mem depend'
topdown='SLOTS RETIRING.SLOTS BAD_SPECULATION.SLOTS BAD_SPECULATION.MISPREDICT.SLOTS
	FRONTEND_BOUND.SLOTS FRONTEND_BOUND.LATENCY.ADDR.SLOTS FRONTEND_BOUND.LATENCY.DATA.SLOTS
	BACKEND_BOUND.SLOTS BACKEND_BOUND.MEMORY.SLOTS
	BACKEND_BOUND.MEMORY.ADDR.TLB.L1_MISS.SLOTS BACKEND_BOUND.MEMORY.DATA.L1_MISS.SLOTS
	BACKEND_BOUND.MEMORY.DATA.LL_MISS.SLOTS BACKEND_BOUND.CORE.SLOTS
	BACKEND_BOUND.CORE.SERIALIZING.SLOTS'
# The first level of top-down analysis, but for all slots.
level1='TOPDOWN[.][A-Z_]*[.]SLOTS'

# In cycles, then in slots.
names_cycles()
{
	for stage in $stages; do
		printf "${stage}_%s\n" $causes $finer
	done
	printf 'flops_%s\n' $flops
}

names_slots()
{
	printf 'TOPDOWN.%s\n' $topdown
}

# Events of perf's -e: tea/NAME/MODIFIERS for each line.
events()
{
	sed "s|.*|tea/&/${1:-}|" | tr '\n' , | sed 's/,$//'
}

check_names()
{
	{
		for name in $(names_cycles) $(names_slots); do
			printf '%s\n' "$name" "$name.scale" "$name.unit"
		done
		echo dispatch
	} | sort >/tmp/wanted
	ls $sysfs/events | sort >/tmp/found
	diff /tmp/wanted /tmp/found
}

check_units()
{
	for name in $(names_cycles); do
		[ "$(cat $sysfs/events/$name.unit)" = cycles ] || return
	done
	for name in $(names_slots); do
		[ "$(cat $sysfs/events/$name.unit)" = slots ] || return
		grep -qx '1\.0*' $sysfs/events/$name.scale || return
	done
	head $sysfs/format/* $sysfs/caps/width $sysfs/caps/flops
	awk -v width="$(cat $sysfs/caps/width)" '{ exit $1 * width != 1 }' \
		$sysfs/events/commit_base.scale || return
	awk -v flops="$(cat $sysfs/caps/flops)" '{ exit $1 * flops != 1 }' \
		$sysfs/events/flops_base.scale
}

check_list()
{
	perf list --no-desc >/tmp/list 2>&1 || return
	for name in $(names_cycles) $(names_slots); do
		grep -q "tea/$name/" /tmp/list || { echo "no $name"; return 1; }
	done
}

# counted EVENTS COMMAND...: perf stat's lines of TEA's events in /tmp/stat: all were counted, all
# of the time.
counted()
{
	events=$1
	shift
	perf stat -x, -o /tmp/stat.all -e "$events" "$@" >/dev/null || return
	grep -iE 'tea/|topdown|commit' /tmp/stat.all >/tmp/stat
	head -n 100 /tmp/stat
	awk -F, '$1 !~ /^[0-9.]+$/ || $5 != 100 { bad = 1 } END { exit bad || !NR }' /tmp/stat
}

# The values of /tmp/stat whose event matches PATTERN, summed up.
sum_of()
{
	awk -F, -v pattern="$1" '$3 ~ pattern { sum += $1 } END { printf "%.2f\n", sum }' /tmp/stat
}

same()
{
	echo "$*"
	wanted=$1
	for value; do
		[ "$value" = "$wanted" ] || return
	done
}

# Each event at once: a stack's sums are the same cycles for all stacks.
check_all_at_once()
{
	counted "$({ names_cycles; names_slots; } | events)" ./busy 300000 || return
	grep -c . /tmp/stat
	total=$(sum_of '^tea/TOPDOWN.SLOTS/')
	set -- "$(awk -v a="$total" -v w="$(cat $sysfs/caps/width)" 'BEGIN { printf "%.2f\n", a / w }')"
	for stage in $stages; do
		set -- "$@" "$(sum_of "^tea/${stage}_($(echo $causes | tr ' ' '|'))/")"
	done
	same "$@" "$(sum_of '^tea/flops_')" || return
	same "$total" "$(sum_of "$level1")"
}

check_group()
{
	counted "{$(printf 'commit_%s\n' $causes | events u)}" ./busy 300000 || return
	awk -F, '/commit_base/ { base = $1 } END { exit base <= 0 }' /tmp/stat
}

# Names that no other PMU has need no tea/.
check_bare()
{
	counted TOPDOWN.SLOTS,topdown.retiring.slots,commit_base ./busy 100000 || return
	[ "$(grep -c . /tmp/stat)" = 3 ]
}

check_levels()
{
	counted tea/commit_base/,tea/commit_base/u,tea/commit_base/k,tea/commit_base/h ./busy 200000 || return
	same "$(sum_of 'base/$')" "$(sum_of 'base/[ukh]$')"
}

# All of the machine, with the harts' own events in one group each.
check_all_cpus()
{
	counted "{tea/TOPDOWN.SLOTS/,$(names_slots | grep "$level1" | events)}" -a -- \
		./busy 200000 threads || return
	same "$(sum_of 'TOPDOWN.SLOTS')" "$(sum_of "$level1")" || return
	counted tea/commit_base/u -C 1 -- taskset 2 ./busy 300000 || return
	there=$(sum_of .)
	counted tea/commit_base/u -C 0 -- taskset 2 ./busy 300000 || return
	echo "on the hart $there, on the other $(sum_of .)"
	awk -v a="$there" -v b="$(sum_of .)" 'BEGIN { exit !(b < a / 2) }'
}

# The same program alone, and while samples of all of the machine are taken.
check_beside_samples()
{
	counted tea/commit_base/u ./busy 300000 || return
	alone=$(sum_of .)
	perf record -q -o $data -a -c 100000 -e tea// -- perf stat -x, -o /tmp/stat \
		-e tea/commit_base/u -- ./busy 300000 || return
	samples=$(perf script -i $data -F comm -G | grep -c busy)
	echo "alone $alone, beside $samples samples $(sum_of commit)"
	[ "$samples" -ge 20 ] && close_to "$alone" "$(sum_of commit)" 1
}

# In intervals, while a hart goes and comes back: what went backwards would be huge.
check_hotplug()
{
	perf stat -a -I 20 -x, -o /tmp/stat -e '{tea/TOPDOWN.SLOTS/,tea/TOPDOWN.RETIRING.SLOTS/}' \
		-- /bin/sh /host/guest-stat.sh hotplug_storm || return
	tail -n 4 /tmp/stat
	awk -F, '/TOPDOWN/ { if ($2 + 0 < 0 || $2 + 0 > 1e10) { print; exit 1 } n++; sum += $2 }
		END { exit !(n > 4 && sum > 1e6) }' /tmp/stat || return
	counted tea/commit_base/u taskset 2 ./busy 100000
}

check_refusals()
{
	tap_check 'samples of slots: refused, and perf says what to use' refused "Try 'perf stat'" '' \
		-e tea/commit_base/ -c 100000
	tap_fails 'an unknown component is no event' "unknown term 'commit_nothing'" \
		perf stat -e tea/commit_nothing/ true
	tap_check 'a component that there is not: not supported, and the log says why' refused \
		'event is not supported' 'unit lacks' -e tea/event=1,components=0x80000000/
	tap_check 'a stage that there is not: not supported, and the log says why' refused \
		'event is not supported' 'unit lacks' -e tea/stage=2/
	tap_check 'a config that means nothing: not supported, and the log says why' refused \
		'event is not supported' 'name no event' -e tea/event=2,components=1/
}

# By its name; the records are ring.c's.
check_dispatch()
{
	recorded 20 -e tea/dispatch/ -c 50000 -P -- ./busy 100000 || return
	perf script -i $data -F period -G | awk '{ sum += $1 } END { exit !sum || sum % 50000 }'
}

check_rights()
{
	sysctl -q -w kernel.perf_event_paranoid=2
	tap_check 'anybody: counts what user code does' as_nobody \
		"perf stat -x, -o /tmp/nobody -e '{tea/commit_base/,tea/commit_depend/}' /tmp/busy 100000"
	tap_check '... and nothing else' grep -E '^[0-9.]+,cycles,tea/commit_base/u,.*,100.00,' /tmp/nobody
	tap_fails 'anybody: the kernel is refused' 'ermission|Access|paranoid' as_nobody \
		perf stat -e tea/commit_base/k /tmp/busy 1
	tap_fails 'anybody: all of the machine is refused' 'ermission|Access|paranoid' as_nobody \
		perf stat -a -e tea/commit_base/ /tmp/busy 1
	sysctl -q -w kernel.perf_event_paranoid=-1
}

if [ $# -gt 0 ]; then
	"$@"
	exit
fi
tap_check 'sysfs names all events, and nothing else' check_names
tap_check 'sysfs has their unit and scale' check_units
tap_check 'perf list shows them' check_list
tap_program 'slots' ./slots
tap_check 'each event at once, all of the time, the same cycles by each stack' check_all_at_once
tap_check 'a group' check_group
tap_check 'names without the PMU, in small letters' check_bare
tap_check 'user, kernel and firmware make up all' check_levels
tap_check 'all of the machine, and one hart alone' check_all_cpus
tap_check 'beside samples' check_beside_samples
tap_check 'samples at dispatch' check_dispatch
check_refusals
check_rights
tap_check 'a hart goes and comes back' check_hotplug
tap_end
