# SPDX-License-Identifier: GPL-2.0-or-later
#
# tools.bash - dt-schema for the test of the binding; run with bash
#
# Prints the directory that Debian's packages of dt-schema were unpacked to, under
# the cache. Debian 12 has the package; 13 has none, and 12's finds errors in its own
# schemas with 13's Python modules.
. "${BASH_SOURCE[0]%/*}/../../qemu-device/distro/distro.bash"
. "${BASH_SOURCE[0]%/*}/../../qemu-device/distro/apt.bash"

packages=(dt-schema python3-attr python3-jsonschema python3-libfdt python3-pyrsistent
	python3-rfc3987 python3-ruamel.yaml python3-ruamel.yaml.clib)

[[ $apt_host == bookworm ]] || die "Debian $apt_host has no package dt-schema"

unpack() {
	local deb

	apt_open "$1" "$(dpkg --print-architecture)"
	shift
	(cd "$tmp" && apt_get -qq download "$@" >&2)
	for deb in "$tmp"/*.deb; do
		dpkg-deb -x "$deb" "$tmp/root"
		rm "$deb"
	done
}

dir=$(distro_cache)/dt-schema/$apt_host
if [[ ! -d $dir ]]; then
	distro_lock apt
	mkdir -p "${dir%/*}"
	tmp=$(mktemp -d "${dir%/*}/.tmp.XXXXXX")
	trap 'rm -rf "$tmp"' EXIT
	stage "fetching dt-schema and what it imports"
	unpack "$apt_host" "${packages[@]}"
	distro_publish "$tmp/root" "$dir"
fi
printf '%s\n' "$dir"
