# SPDX-License-Identifier: GPL-2.0-or-later
#
# kernelsource.bash - a kernel's source from the distribution's package, to build from
#
# Sourced, behind distro.bash.
#
#   source_check_tools      dies unless kbuild's tools beside a compiler are there
#   source_unpack DEB DIR   the source in the package DEB is in DIR/src; returns 1 if it was there
#   source_keep DEB DIR     marks it as complete: source_unpack will find it there
#   source_add_events DIR   adds build/perf/tea.json to a copy of perf's pmu-events, as
#                           kernel/perf/pmu_events.c says, for the guest's cores

SOURCE_SPACE_MB=3000

source_check_tools() {
	local tool

	for tool in flex bison bc; do
		command -v $tool >/dev/null || die "no $tool: install packages flex, bison and bc"
	done
}

# Documentation is a third of it; the kernel's Kconfig needs only its own Kconfig. Files made from
# another source are removed.
source_unpack() {
	local deb=$1 dir=$2

	[[ $(cat "$dir/source" 2>/dev/null) != "$deb" ]] || return 1
	stage "unpacking ${deb##*/}"
	distro_need_space $SOURCE_SPACE_MB
	rm -rf "$dir/src" "$dir/source" "$dir/out"
	mkdir -p "$dir/src"
	dpkg-deb --fsys-tarfile "$deb" | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' |
		xz -dc | tar -C "$dir/src" --strip-components=1 --exclude='*/Documentation/*/*' -x ||
		die "cannot unpack '$deb' into '$dir/src'"
}

source_keep() {
	printf '%s\n' "$1" >"$2/source"
}

source_add_events() {
	mkdir -p "$1/arch/riscv/tea" && cp build/perf/tea.json "$1/arch/riscv/tea" || return
	grep -q "'TEA'" "$1/jevents.py" ||
		sed -i "s/^      table = {/&\n          'TEA': 'tea',/" "$1/jevents.py" || return
	grep -q ',tea,core$' "$1/arch/riscv/mapfile.csv" ||
		echo '0x0-0x0-0x0,v1,tea,core' >>"$1/arch/riscv/mapfile.csv"
}
