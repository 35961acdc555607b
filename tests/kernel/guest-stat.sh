# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-stat.sh - in the guest, two harts: slots of stage stacks as perf stat counts them, as TAP
#
# slots.c has the numbers one by one; this has the usual commands, and sysfs as perf reads it.
set -eu
. /host/tap.sh
. /host/kallsyms.sh
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
	BACKEND_BOUND.CORE.SERIALIZING.SLOTS BACKEND_BOUND.MEMORY.ADDR.SLOTS
	BACKEND_BOUND.MEMORY.DATA.SLOTS'
samplers='dispatch instructions taken CYCLES.HART INST.RET'
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
		printf '%s\n' $samplers UOP.RET
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

# config of an event as perf puts it together: config_of NAME
config_of()
{
	config=0
	for pair in $(tr , ' ' <$sysfs/events/$1); do
		low=$(sed 's/config://; s/-.*//' $sysfs/format/${pair%%=*})
		config=$((config | ${pair#*=} << low))
	done
	echo $config
}

# The JSON for perf's build (kernel/perf) has the names and the numbers that sysfs has.
check_json()
{
	sed -n 's/.*"EventName": "\(.*\)",/\1/p' /host/tea.json >/tmp/json.names
	{ names_cycles; names_slots; printf '%s\n' $samplers UOP.RET; } | sort >/tmp/wanted
	sort /tmp/json.names | diff /tmp/wanted - || return
	sed -n 's/.*"ConfigCode": "\(.*\)",/\1/p' /host/tea.json | while read -r code; do
		echo $((code))
	done >/tmp/json.configs
	while read -r name; do
		config_of $name
	done </tmp/json.names | diff - /tmp/json.configs
}

check_list()
{
	perf list --no-desc >/tmp/list 2>&1 || return
	for name in $(names_cycles) $(names_slots) $samplers UOP.RET; do
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
	grep -iE 'tea/|topdown|commit|[.](hart|ret)' /tmp/stat.all | sed 's/,mmode=1//' >/tmp/stat
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

# Each event at once: a stack's sums are the same cycles for all stacks. A slot is
# at the level of the instruction that it is charged to, and around traps stacks charge
# different ones: they are of the same cycles with all levels, M-mode's too.
check_all_at_once()
{
	counted "$({ names_cycles; names_slots; } | sed 's/$/,mmode=1/' | events)" \
		./busy 300000 || return
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

# The shares of the first level by the distribution's perf, as docs/stage-stacks.md has them.
check_shares()
{
	counted '{TOPDOWN.SLOTS,TOPDOWN.RETIRING.SLOTS,TOPDOWN.BAD_SPECULATION.SLOTS,TOPDOWN.FRONTEND_BOUND.SLOTS,TOPDOWN.BACKEND_BOUND.SLOTS}' \
		./busy 100000 || return
	awk -F, '/TOPDOWN/ { all = all ? all : $1; printf "%5.1f %% %s\n", 100 * $1 / all, $3 }' /tmp/stat |
		awk '{ print; sum += $1 } END { exit !(NR == 5 && sum > 199.7 && sum < 200.3) }'
}

# The draft's other names, in user code: the kernel runs on while the slots' counters stand still.
# busy has no vectors, so each instruction is one micro-operation. A cycle has caps/width slots,
# but in those around a trap cycles and slots may be at different levels.
check_standard()
{
	counted TOPDOWN.SLOTS:u,UOP.RET:u,TOPDOWN.RETIRING.SLOTS:u,CYCLES.HART:u,INST.RET:u \
		./busy 300000 || return
	same "$(sum_of INST.RET)" "$(sum_of UOP.RET)" "$(sum_of RETIRING)" || return
	close_to "$(sum_of TOPDOWN.SLOTS)" "$(sum_of CYCLES.HART |
		awk -v width="$(cat $sysfs/caps/width)" '{ printf "%d", $1 * width }')" 1
}

# Firmware is asked for by mmode, which perf's h does not do; that it has slots is for slots.c.
check_levels()
{
	all=tea/commit_base,mmode=1,name=commit_all/
	firmware=tea/commit_base,mmode=1,name=commit_firmware/h
	counted "$all,tea/commit_base,name=commit_user/u,tea/commit_base,name=commit_kernel/k,$firmware" \
		./busy 200000 || return
	[ "$(grep -c . /tmp/stat)" = 4 ] && [ "$(sum_of commit_kernel)" != 0.00 ] || return
	same "$(sum_of commit_all)" "$(sum_of 'commit_(user|kernel|firmware)')"
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

# In intervals, while a hart goes and comes back: a count that went backwards would be huge.
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
	tap_check 'samples of slots: refused, and perf says what to use' refused "Try 'perf stat'" 'counted, not sampled' \
		-e tea/commit_base/ -c 100000
	tap_fails 'an unknown component is no event' "unknown term 'commit_nothing'" \
		perf stat -e tea/commit_nothing/ true
	tap_check "perf's h alone selects no level" \
		sh -c "perf stat -e tea/commit_base/h true 2>&1 | grep '<not supported>'"
	tap_check 'a component that there is not: not supported, and the log can say why' refused \
		'event is not supported' 'unit lacks' -e tea/event=1,components=0x80000000/
	tap_check 'a stage that there is not: not supported, and the log can say why' refused \
		'event is not supported' 'unit lacks' -e tea/stage=2/
	tap_check 'a config that means nothing: not supported, and the log can say why' refused \
		'event is not supported' 'name no event' -e tea/event=2,components=1/
}

# By its name; the records are ring.c's.
check_dispatch()
{
	recorded 20 -e tea/dispatch/ -c 50000 -P -- ./busy 100000 || return
	perf script -i $data -F period -G | awk '{ sum += $1 } END { exit !sum || sum % 50000 }'
}

# tea stack as it is used: the real perf's output for it is in /tmp/counts.
stack()
{
	mkdir -p /tmp/between
	{
		echo '#!/bin/sh'
		echo '/usr/bin/perf "$@" || status=$?'
		echo 'while [ "$1" != -o ]; do shift; done'
		echo 'cp "$2" /tmp/counts; exit ${status:-0}'
	} >/tmp/between/perf
	chmod +x /tmp/between/perf
	PATH=/tmp/between:$PATH tea stack "$@" 2>/tmp/said
}

# Each count of perf's is that of one component, to the slot; all stages have the same cycles.
check_stack()
{
	stack --as cycles --fine --format csv -- ./busy 300000 >/tmp/stack.csv || return
	cat /tmp/said /tmp/stack.csv
	awk -F'[,;/]' 'FILENAME == "/tmp/counts" { counted[$4] = $1; next }
		FNR == 1 { for (i = 2; i <= NF; i++) name[i] = $i; next }
		$1 ~ /^m/ { next }
		{
			sum = 0
			for (i = 2; i <= NF; i++) {
				if (name[i] ~ /^(base|icache|bpred|dcache|alu|depend|other)$/)
					sum += $i
				if (!($1 "_" name[i] in counted))
					continue
				same += counted[$1 "_" name[i]] == $i
			}
			print $1, sum
			sums[sum] = 1
		}
		END { for (i in sums) n++; print same, "counts"; exit !(same == 57 && n == 1) }' \
		/tmp/counts /tmp/stack.csv
}

# Another run, by hand: the kernel's work differs, so only the program's parts are compared.
check_stack_by_hand()
{
	counted '{tea/commit_base/,tea/issue_alu/}' ./busy 1000000 || return
	base=$(sum_of commit) alu=$(sum_of issue)
	stack --as cycles --format csv -- ./busy 1000000 >/tmp/stack.csv || return
	close_to "$base" "$(awk -F, '/^commit/ { print $2 }' /tmp/stack.csv)" 2 &&
		close_to "$alu" "$(awk -F, '/^issue/ { print $6 }' /tmp/stack.csv)" 2
}

check_stack_text()
{
	stack --header -- ./busy 300000 >/tmp/stack.text || return
	cat /tmp/stack.text
	grep -q '^# event    perf stat, stages$' /tmp/stack.text &&
		grep -qE '^# slots    4 in a cycle of each stage; [0-9,]+ instructions: CPI ' /tmp/stack.text &&
		grep -qE '^P depend .* between [0-9.]+x and [0-9.]+x$' /tmp/stack.text &&
		! grep -q '^# note' /tmp/stack.text && [ -z "$(ls -d /tmp/tea-stack.* 2>/dev/null)" ]
}

check_stack_json()
{
	stack --format json -- ./busy 300000 >/tmp/stack.json || return
	cat /tmp/stack.json
	grep -q '^{"version":1,"width":4,"cycles":[0-9]*,"instructions":[0-9]*,"stages":{"dispatch":{"base":' \
		/tmp/stack.json && grep -q '"flops":{"slots_per_cycle":4,' /tmp/stack.json
}

# The clock rate in use: some of the time goes to moving the counters.
check_stack_flops()
{
	stack --as flops -- ./busy 1000000 >/tmp/stack.text || return
	grep '^# flops' /tmp/stack.text
	sed -n 's/^# flops .* at \([0-9.]*\) GHz.*/\1/p' /tmp/stack.text | awk '{ exit !($1 > 2.5 && $1 <= 3.2) }'
}

check_stack_status()
{
	status=0
	stack --format csv -- sh -c 'exit 3' || status=$?
	[ "$status" = 3 ] || return
	status=0
	stack --format csv -- ./nosuch || status=$?
	cat /tmp/said
	[ "$status" = 1 ] && grep -q 'No such file' /tmp/said
}

# Events as a unit has them that lacks some.
with_events_without()
{
	cp -r $sysfs/events /tmp/events
	rm -f $1
	mount --bind /tmp/events $sysfs/events
	shift
	"$@" && status=0 || status=$?
	umount $sysfs/events
	rm -rf /tmp/events
	return $status
}

check_stack_parts()
{
	tap_fails 'tea stack: a unit without counters' "does not count slots at dispatch.*'tea record'" \
		with_events_without '/tmp/events/*_*' tea stack -- ./busy 1
	tap_fails 'tea stack: a unit without one stage' 'does not count slots at issue' \
		with_events_without '/tmp/events/issue_*' tea stack -- ./busy 1
	tap_check 'tea stack: a unit without a FLOPS stack' \
		with_events_without '/tmp/events/flops_*' tea stack -- ./busy 1000
	tap_fails '... which FLOPS need' 'no FLOPS stack: the TEA unit' \
		with_events_without '/tmp/events/flops_*' tea stack --as flops -- ./busy 1000
	tap_fails 'tea stack: counters tell of no code' 'leave out --by' tea stack --by function -- ./busy 1
	tap_fails 'tea stack: nor of some of it' 'leave out --by' tea stack --symbols work -- ./busy 1
}

check_rights()
{
	sysctl -q -w kernel.perf_event_paranoid=2
	tap_check 'anybody: counts what user code does' as_nobody \
		"perf stat -x, -o /tmp/nobody -e '{tea/commit_base/,tea/commit_depend/}' /tmp/busy 100000"
	tap_check '... and nothing else' grep -E '^[0-9.]+,cycles,tea/commit_base/u,.*,100.00,' /tmp/nobody
	tap_check 'anybody: tea stack says that it is of user code' as_nobody \
		"tea stack -- /tmp/busy 100000 | tee /tmp/nobody.stack | grep \"^# note *only of levels 'u'\""
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
tap_check 'JSON for perf has the same' check_json
tap_check 'perf list shows them' check_list
tap_program 'slots' ./slots
tap_check 'each event at once, all of the time, the same cycles by each stack' check_all_at_once
tap_check 'a group' check_group
tap_check 'names without the PMU, in small letters' check_bare
tap_check 'the shares of top-down analysis' check_shares
tap_check "the draft's cycles, instructions and micro-operations" check_standard
tap_check 'user, kernel and firmware make up all' check_levels
tap_check 'all of the machine, and one hart alone' check_all_cpus
tap_check 'beside samples' check_beside_samples
tap_check 'samples at dispatch' check_dispatch
tap_check 'tea stack: the counts of perf stat, to the slot' check_stack
tap_check 'tea stack: as perf stat by hand' check_stack_by_hand
tap_check 'tea stack: text' check_stack_text
tap_check 'tea stack: JSON' check_stack_json
tap_check 'tea stack: FLOPS at the clock of the run' check_stack_flops
tap_check 'tea stack: exits as the program, or as perf has failed' check_stack_status
check_stack_parts
check_refusals
check_rights
tap_check 'a hart goes and comes back' check_hotplug
tap_end
