# SPDX-License-Identifier: GPL-2.0-or-later
#
# tools.bash - dt-schema for the test of the binding; run with bash
#
# Prints the directory that Debian's packages of dt-schema were unpacked to, under
# the cache. dt-schema itself is Python that runs with any version, of Debian 12
# (13 has none); what it imports comes from the host's release, to fit its Python.
. "${BASH_SOURCE[0]%/*}/../../qemu-device/distro/distro.bash"
. "${BASH_SOURCE[0]%/*}/../../qemu-device/distro/apt.bash"

imports=(python3-attr python3-jsonschema python3-libfdt python3-rfc3987
	python3-ruamel.yaml python3-ruamel.yaml.clib)
case $apt_host in
bookworm) imports+=(python3-pyrsistent) ;;
trixie) imports+=(python3-jsonschema-specifications python3-referencing python3-rpds-py) ;;
esac

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
	unpack "$apt_host" "${imports[@]}"
	unpack bookworm dt-schema
	distro_publish "$tmp/root" "$dir"
fi
printf '%s\n' "$dir"
