# SPDX-License-Identifier: GPL-2.0-or-later
#
# kernel.bash - which of the distribution's kernels is meant, and its packages.
#
# Sourced, never run; needs distro.bash and apt.bash.
#
#   kernel_parse_args ARG...  takes [--kernel PKG]; sets kernel_package
#   kernel_release            release of that package's kernel, as uname -r has it
#   kernel_version_of DEB     Debian's version, from a package file's name
#   kernel_unpack TO DEB...   unpacks packages into one directory, at once or never;
#                             the command's kernel_adapt DIR changes it before
#
# PKG is a linux-image package of Debian stable: the meta-package that follows
# the newest kernel (default), or one kernel, as linux-image-6.12.94+deb13-riscv64.

KERNEL_SPACE_MB=300

kernel_package=linux-image-riscv64

kernel_parse_args() {
	while (($#)); do
		case $1 in
		--kernel)
			[[ ${2:-} == linux-image-* ]] ||
				die "--kernel needs the name of a linux-image package, not '${2:-}'"
			kernel_package=$2
			shift 2 ;;
		*) die "unknown argument '$1': usage: ${0##*/} [--kernel PKG]" ;;
		esac
	done
}

# A subshell, so that the lock is gone before fetch-debs wants it.
kernel_release() (
	local image=$kernel_package

	distro_lock apt
	apt_open "$DISTRO_STABLE" riscv64
	if [[ $image != linux-image-[0-9]* ]]; then
		image=$(apt_cache depends --important "$image" 2>/dev/null |
			awk '$1 == "Depends:" && $2 ~ /^linux-image-[0-9]/ && !n++ { print $2 }')
	fi
	[[ -n $image && -n $(apt_cache pkgnames "$image") ]] ||
		die "no kernel package '$kernel_package' in Debian $DISTRO_STABLE for riscv64;" \
		    "there are: $(apt_cache pkgnames linux-image- | grep -v dbg | sort | xargs)"
	printf '%s\n' "${image#linux-image-}"
)

kernel_version_of() {
	local name=${1##*/}

	name=${name#*_}
	printf '%s\n' "${name%_*}"
}

kernel_unpack() {
	local to=$1 deb

	shift
	distro_need_space $KERNEL_SPACE_MB
	distro_tmp "${to%/*}"
	for deb in "$@"; do
		dpkg-deb -x "$deb" "$tmp" || die "cannot unpack '$deb' into '${to%/*}'"
	done
	kernel_adapt "$tmp"
	distro_publish "$tmp" "$to"
}
