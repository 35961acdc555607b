# SPDX-License-Identifier: GPL-2.0-or-later
#
# distro.bash - shared by all set-up commands: cache, messages, locks.
#
# Sourced, never run.  Results go to stdout, everything for people to stderr.
#
#   distro_cache          the cache directory, outside of the source tree:
#                         $TEA_CACHE_DIR, else $XDG_CACHE_HOME/tea, else ~/.cache/tea
#   distro_codename       name of the host's Debian release; refuses other hosts
#   distro_lock NAME      one process at a time past this point, until exit
#   distro_tmp PARENT     sets tmp to a new directory in PARENT, gone when we are;
#                         a second call removes the first one's
#   distro_publish TMP TO puts a finished directory in place in one rename
#   distro_need_space MB  refuses when the cache's disk has less left
#   stage / note / die    progress with the time since start, a remark, the end

set -euo pipefail
export LC_ALL=C

DISTRO_STABLE=trixie	# the release that the guest and QEMU's source come from

note() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
	note "$@"
	exit 1
}

stage() {
	printf '[%3d s] %s: %s\n' "$SECONDS" "${0##*/}" "$*" >&2
}

distro_cache() {
	local dir=${TEA_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}/tea}

	[[ $dir != /tea ]] || die "no place for the cache: set HOME or TEA_CACHE_DIR"
	[[ $dir == /* ]] ||
		die "cache directory '$dir' is not absolute: set TEA_CACHE_DIR to an absolute path"
	[[ $dir != *[[:space:]\"\;]* ]] ||
		die "cache directory '$dir' has a space, quote or semicolon, which make and apt" \
		    "cannot take: set TEA_CACHE_DIR to a plain path"
	mkdir -p "$dir" 2>/dev/null && [[ -w $dir ]] ||
		die "cannot write cache directory '$dir': make it writable or set TEA_CACHE_DIR"
	printf '%s\n' "$dir"
}

distro_codename() {
	local id codename

	id=$(. /etc/os-release 2>/dev/null && printf '%s' "${ID:-}") || id=
	codename=$(. /etc/os-release 2>/dev/null && printf '%s' "${VERSION_CODENAME:-}") || codename=
	[[ $id == debian && $codename =~ ^(bookworm|trixie)$ ]] ||
		die "unsupported host '${id:-unknown} ${codename:-unknown}':" \
		    "the set-up needs Debian 12 (bookworm) or 13 (trixie)"
	printf '%s\n' "$codename"
}

# The lock goes with the descriptor: released when we and our children are gone.
distro_lock() {
	local file

	file=$(distro_cache)/lock/$1
	mkdir -p "${file%/*}"
	exec {distro_lock_fd}>"$file" || die "cannot open lock '$file'"
	if ! flock -w 2 "$distro_lock_fd"; then
		note "waiting for another run that holds '$file'"
		flock "$distro_lock_fd"
	fi
}

distro_need_space() {
	local left

	left=$(df -Pm "$(distro_cache)" | awk 'NR == 2 { print $4 }')
	((left >= $1)) ||
		die "cache directory '$(distro_cache)' has $left MB left, needs $1 MB:" \
		    "make room or set TEA_CACHE_DIR"
}

tmp=	# never the environment's

distro_tmp() {
	[[ -z $tmp ]] || rm -rf "$tmp"
	mkdir -p "$1" && tmp=$(mktemp -d "$1/.tmp.XXXXXX") || die "cannot write to '$1'"
	chmod 755 "$tmp"
	trap 'rm -rf "$tmp"' EXIT
}

distro_publish() {
	local old

	if [[ -e $2 ]]; then
		old=$(mktemp -d "${2%/*}/.old.XXXXXX")
		mv -T "$2" "$old/dir"
		mv -T "$1" "$2"
		rm -rf "$old"
	else
		mv -T "$1" "$2"
	fi
}
