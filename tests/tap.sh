# SPDX-License-Identifier: GPL-2.0-or-later
#
# tap.sh - test results as TAP, for POSIX shells on the host and in the guest
#
# Sourced, never run.
#
#   tap_check NAME COMMAND ARG...  run COMMAND; "ok" if it succeeds, else "not ok"
#                                  with its output
#   tap_fails NAME PATTERN COMMAND ARG...
#                                  "ok" if COMMAND fails on its own, not by a signal,
#                                  and prints a line that matches PATTERN (grep -E)
#   tap_result NAME STATUS [FILE]  one result known already; FILE says why
#   tap_skip NAME REASON           one that cannot be tested here
#   tap_show [FILE...]             lines for readers of the log: FILEs, or standard input
#   tap_grep ARG...                grep -q that reads its input to the end: under pipefail
#                                  a writer that SIGPIPE ends is a failure
#   tap_end                        the plan; status 1 if anything failed
#   $tap_guest_limit_s             how many seconds a guest may take

# The limit of a test that boots a guest: it is ended before tests/run ends the test, with time left
# to report its results.
tap_guest_limit_s=$((${TEA_TEST_LIMIT_S:-1800} - 200))

tap_count=0
tap_failures=0
tap_log=${TMPDIR:-/tmp}/tap.$$

tap_result()
{
	tap_count=$((tap_count + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $tap_count - $1"
		return 0
	fi
	tap_failures=$((tap_failures + 1))
	echo "not ok $tap_count - $1"
	[ $# -lt 3 ] || tail -n 15 "$3" | tap_show
}

tap_skip()
{
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

tap_show()
{
	sed 's/^/# /' "$@"
}

tap_grep()
{
	[ "$(grep -c "$@")" -gt 0 ]
}

tap_check()
{
	tap_name=$1
	shift
	tap_status=0
	"$@" >"$tap_log" 2>&1 || tap_status=$?
	tap_result "$tap_name" "$tap_status" "$tap_log"
}

# An end of its own accord: neither success, nor the time limit, nor a signal. 129
# is perf's for wrong usage.
tap_refused()
{
	case $1 in
	0|124|1[345]?) return 1 ;;
	esac
}

tap_fails()
{
	tap_name=$1 tap_pattern=$2
	shift 2
	tap_status=0
	"$@" >"$tap_log" 2>&1 || tap_status=$?
	echo "(status $tap_status, wanted a failure that says '$tap_pattern')" >>"$tap_log"
	if tap_refused "$tap_status" && sed '$d' "$tap_log" | tap_grep -E -- "$tap_pattern"; then
		tap_result "$tap_name" 0
	else
		tap_result "$tap_name" 1 "$tap_log"
	fi
}

tap_end()
{
	rm -f "$tap_log"
	echo "1..$tap_count"
	[ "$tap_failures" -eq 0 ]
}
