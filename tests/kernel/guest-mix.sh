# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest-mix.sh - in the guest: samples of instructions and taken branches, and branch records
#
# The distribution's perf records a program of which all executions are known (rounds.c): a
# round has 14 instructions, 5 of them taken branches.
set -eu
. /host/tap.sh
. /host/kallsyms.sh
. /host/guest-tools.sh

cp /host/branches /host/rounds /host/busy /tmp
rounds=200000

# "COUNT FIELD" of each value of some fields, of user code in rounds.
shares()
{
	perf script -i $data -F "$1" --comms rounds -G | awk 'NF { print $1 $2 }' | sort | uniq -c
}

# near FOUND EXPECTED: within five standard deviations of such a count.
near()
{
	awk -v a="$1" -v b="$2" 'BEGIN { exit !((a - b) * (a - b) <= 25 * b) }'
}

check_count()
{
	perf stat -x, -o /tmp/stat -e tea/instructions/u,tea/taken/u ./rounds $rounds || return
	cat /tmp/stat
	close_to "$(awk -F, '/instructions/ { print $1 }' /tmp/stat)" $((14 * rounds)) 2 &&
		close_to "$(awk -F, '/taken/ { print $1 }' /tmp/stat)" $((5 * rounds)) 2
}

# Each of the 14 is sampled as often as it runs, whatever it takes.
check_instructions()
{
	recorded 200 -e tea/instructions,period=20011/u -- ./rounds $((2 * rounds)) || return
	shares ip,sym | grep -E 'rounds|leaf' >/tmp/shares || return
	cat /tmp/shares
	total=$((14 * 2 * rounds / 20011))
	[ "$(grep -c . /tmp/shares)" -ge 10 ] || return
	awk '/leaf/ { print $1, 2 } !/leaf/ { print $1, 1 }' /tmp/shares | while read -r found weight; do
		near "$found" $((weight * total / 14)) || { echo "$found of $total: not $weight of 14"; exit 1; }
	done
}

# Taken branches alone, each as often as it is taken.
check_taken()
{
	recorded 50 -e tea/taken,period=10007/u -- ./rounds $rounds || return
	shares ip,sym | grep -E 'rounds|leaf' >/tmp/shares || return
	cat /tmp/shares
	total=$((5 * rounds / 10007))
	[ "$(grep -c . /tmp/shares)" -eq 4 ] || return
	near "$(awk '/leaf/ { n += $1 } END { print n }' /tmp/shares)" $((2 * total / 5)) &&
		near "$(awk '!/leaf/ { n += $1 } END { print n }' /tmp/shares)" $((3 * total / 5))
}

# Stacks of branches, one "FROM/TO/..." to a line, oldest last, of user code in rounds.
stacks()
{
	perf script -i $data -F "${1:-brstack}" --comms rounds -G | tr -s ' ' '\n' | grep /
}

record_stacks()
{
	recorded 20 -e "tea/taken,period=10007/u" -j "$1" -- ./rounds $rounds && stacks brstacksym >/tmp/stacks
}

# The newest record is the sampled branch; each leads to where the next one's stream begins.
check_stacks()
{
	record_stacks any,u || return
	head -n 20 /tmp/stacks
	perf script -i $data -F ip,brstack --comms rounds -G | awk '
		{ n++; split($2, b, "/"); if ("0x" $1 != b[1]) { print; bad++ } if (NF == 17) full++ }
		END { print n, "stacks,", full, "of 16"; exit bad || full * 10 < n * 9 }'
}

# Two can be taken in one cycle.
check_flags()
{
	stacks >/tmp/flags
	head -n 3 /tmp/flags
	awk -F/ '{ n++; p += $3 == "P"; c += $6 > 0 } END { print n, p, c; exit !(p > n * 0.9 && c > n * 0.5) }' /tmp/flags
}

# check_filter FILTER TYPE...: the rounds' records are of these types alone, and of each. A
# sample soon after the start has branches of what ran before them.
check_filter()
{
	recorded 20 -e "tea/taken,period=10007/u" -j "$1,u,save_type" -- ./rounds $rounds || return
	shift
	stacks brstacksym | awk -F/ '/^(rounds|leaf)\+/ { print $7 }' | sort | uniq -c >/tmp/types
	cat /tmp/types
	[ "$(awk '{ print $2 }' /tmp/types | sort | tr '\n' ' ')" = "$* " ]
}

check_report()
{
	record_stacks any,u || return
	perf report -b -i $data --stdio --sort symbol_from,symbol_to,mispredict 2>/dev/null >/tmp/report
	grep -v '^#' /tmp/report | head -n 12
	grep -q 'leaf.*rounds' /tmp/report && grep -q 'rounds.*leaf' /tmp/report
}

check_all_three()
{
	perf record -q -o $data -e tea//,tea/instructions,period=20011/,tea/taken,period=10007,branch_type=any/ \
		-c 50021 -a -- ./rounds $((4 * rounds)) || return
	perf script -i $data -F event,ip -G | awk 'NF { print $1 }' | sort | uniq -c >/tmp/events
	cat /tmp/events
	[ "$(grep -c . /tmp/events)" -eq 3 ] && ! awk '$1 < 30' /tmp/events | grep . &&
		perf script -i $data -F event,brstack -G | grep taken | grep -q '/.*/'
}

# The program gets on, and has samples: of 2,000, those that the limits on the rate leave.
check_shortest()
{
	recorded 20 -e tea/taken,period=1000,branch_type=any/u -- ./rounds $((2 * rounds)) &&
		[ "$got" -le $((5 * 2 * rounds / 1000 + 10)) ]
}

# Somebody else's records stay as they are, and samples have none: until he leaves.
check_other_user()
{
	insmod /host/ctr/ctr_user.ko || return
	recorded 20 -e tea/taken,period=10007/u -j any,u -- ./rounds $rounds || return
	echo "$(stacks | grep -c .) records beside another user"
	[ "$(stacks | grep -c .)" -eq 0 ] || return
	rmmod ctr_user || return
	dmesg | grep ctr_user: | tail -n 1
	dmesg | grep -q "ctr_user: kept on $(nproc) of $(nproc) harts" || return
	recorded 20 -e tea/taken,period=10007/u -j any,u -- ./rounds $rounds && stacks | grep -q .
}

check_nobody()
{
	sysctl -q -w kernel.perf_event_paranoid=2
	tap_program 'as anybody' as_nobody /tmp/branches unprivileged
	sysctl -q -w kernel.perf_event_paranoid=-1
}

# Attributes that say which events the unit has.
check_sysfs()
{
	grep . $sysfs/events/instructions $sysfs/events/taken $sysfs/caps/countdowns \
		$sysfs/caps/branch_records | sed 's#.*/##' >/tmp/sysfs
	cat /tmp/sysfs
	printf '%s\n' instructions:event=0x2 taken:event=0x3 countdowns:7 branch_records:1 |
		cmp - /tmp/sysfs
}

tap_check 'sysfs has both events' check_sysfs
tap_check 'perf stat counts both exactly' check_count
tap_check 'instructions are sampled as often as they run' check_instructions
tap_check 'so are taken branches' check_taken
tap_check 'a stack begins with the sampled branch, and is full' check_stacks
tap_check 'records tell predictions and cycles' check_flags
tap_check 'perf report -b reads them' check_report
tap_check 'any: all types' check_filter any CALL COND IND_CALL RET
tap_check 'any_call: calls' check_filter any_call CALL IND_CALL
tap_check 'any_ret: returns' check_filter any_ret RET
tap_check 'ind_call: indirect calls' check_filter ind_call IND_CALL
tap_check 'call: direct calls' check_filter call CALL
tap_check 'cond: conditional branches' check_filter cond COND
tap_check 'all three events in one recording' check_all_three
tap_check 'taken branches have shorter periods, 1000 at least' check_shortest
tap_check '... 999 is refused' refused 'out of range' 'period is shorter' -e tea/taken,period=999/u
tap_check '... and of instructions 9999' refused 'out of range' 'period is shorter' \
	-e tea/instructions,period=9999/u
tap_program 'branches' ./branches
tap_check "somebody else's records are left alone" check_other_user
check_nobody
tap_fails '-b of cycles is refused' 'not supported|sampling|branch' \
	perf record -q -o $data -b -e tea// -- ./busy 1
tap_end
