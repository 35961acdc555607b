# SPDX-License-Identifier: GPL-2.0-or-later
#
# sharing.sh - in the guest, of two harts: what two threads take from each other; see sharing
. /host/guest.sh

# "KIND MICROSECONDS" of each, with samples of all harts meanwhile
while read -r kind rounds; do
	for _ in 1 2 3; do
		echo "$kind $(perf record -q -a -o /tmp/times.data -e tea// -c 500003 -- \
			"$programs/sharing" "$kind" "$rounds" </dev/null)"
	done
done <<-END
	false 500000
	apart 500000
	true 100000
	lock 50000
END
rm /tmp/times.data
record false -a -R -d --weight --phys-data --sample-cpu -e tea// -c 30011 -- "$programs/sharing" false 200000
# perf asks an addr2line that there is not, and would end by SIGPIPE
trap '' PIPE
perf c2c report -i /tmp/false.data --stdio >/host/c2c 2>/dev/null
cp /tmp/false.data "/host/$(cat /host/lead).data"
