# SPDX-License-Identifier: GPL-2.0-or-later
#
# apt.bash - a private apt beside the machine's own.
#
# Sourced, never run; needs distro.bash.  A root is one suite and one
# architecture ("source" for source packages) with its own sources, index,
# cache and an empty package status, under CACHE/apt/SUITE-ARCH.  Taken from
# the machine: the mirror's address, proxy and credentials, Debian's keyring.
# Everything that apt hands out is verified: signed index, then hashes.
#
#   apt_host              the host's release, checked
#   apt_open SUITE ARCH   selects a root, refreshed at most once a day
#   apt_refresh           refreshes it now; 1 if only an older index is to be had,
#                         no return if none
#   apt_get ARG...        apt-get on that root
#   apt_cache ARG...      apt-cache on that root

APT_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
APT_MAX_AGE_MINUTES=1440
APT_RETRY_MINUTES=60
APT_INDEX_MB=200

# An assignment of its own, so that an unsupported host ends the script.
apt_host=$(distro_codename)

apt_get() {
	apt-get -c "$apt_root/apt.conf" "$@"
}

apt_cache() {
	apt-cache -c "$apt_root/apt.conf" "$@"
}

# Addresses in the machine's sources that offer "main" of the host's release,
# archives that look like Debian's own first.  Third-party archives can use the
# same suite name: they fail on Debian's keyring in apt_update().
apt_mirrors() {
	apt-get indextargets --no-release-info --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' |
		awk -v codename="$apt_host" '
			$2 == "main" && $3 !~ /^cdrom:/ &&
			($1 == codename || $1 ~ /^(old)*stable$/) && !seen[$3]++ {
				print ($3 ~ /\/debian\/?$/ ? 0 : 1), $3
			}' | sort -s -k1,1 | cut -d' ' -f2-
}

apt_write_conf() {
	mkdir -p "$apt_root"/{lists/partial,archives/partial,state}
	: >>"$apt_root/status"
	cat >"$apt_root/apt.conf" <<-END
	#clear APT::Update::Pre-Invoke;
	#clear APT::Update::Post-Invoke;
	#clear APT::Update::Post-Invoke-Success;
	#clear APT::Default-Release;
	#clear APT::Architectures;
	#clear DPkg::Pre-Invoke;
	#clear DPkg::Post-Invoke;
	#clear DPkg::Pre-Install-Pkgs;
	Dir::State "$apt_root/state";
	Dir::State::status "$apt_root/status";
	Dir::State::lists "$apt_root/lists";
	Dir::Cache "$apt_root";
	Dir::Cache::archives "$apt_root/archives";
	Dir::Cache::pkgcache "pkgcache.bin";
	Dir::Cache::srcpkgcache "srcpkgcache.bin";
	Dir::Etc::sourcelist "$apt_root/sources.list";
	Dir::Etc::sourceparts "/dev/null";
	Dir::Etc::preferences "/dev/null";
	Dir::Etc::preferencesparts "/dev/null";
	APT::Architecture "$apt_arch";
	APT::Architectures "$apt_arch";
	APT::Sandbox::User "root";
	APT::Update::Error-Mode "any";
	APT::Get::AllowUnauthenticated "false";
	APT::Get::List-Cleanup "true";
	APT::Install-Recommends "false";
	APT::Install-Suggests "false";
	Acquire::AllowInsecureRepositories "false";
	Acquire::AllowWeakRepositories "false";
	Acquire::AllowDowngradeToInsecureRepositories "false";
	Acquire::GzipIndexes "false";
	Acquire::Languages "none";
	Acquire::Retries "2";
	END
}

# apt_write_sources MIRROR SUITE
apt_write_sources() {
	local type=deb options="arch=$apt_arch target=Packages"

	[[ $apt_kind == source ]] && type=deb-src options="target=Sources"
	printf '%s [%s signed-by=%s] %s %s main\n' \
		"$type" "$options" "$APT_KEYRING" "$1" "$2" >"$apt_root/sources.list"
}

apt_has_index() {
	compgen -G "$apt_root/lists/*_$([[ $apt_kind == source ]] && echo Sources || echo Packages)" \
		>/dev/null
}

# The names under which a mirror has the suite. One that takes a new point release over can have the
# index of one release under the signature of the other for hours, by one name and not by the other.
apt_suite_names() {
	printf '%s\n' "$apt_suite"
	[[ $apt_suite != "$DISTRO_STABLE" ]] || echo stable
}

# After Debian's next release "stable" is another suite.
apt_is_suite() {
	grep -qxE "(Codename|Suite): $apt_suite" "$apt_root"/lists/*_{InRelease,Release} 2>/dev/null
}

# Tries the machine's mirrors until one serves the suite under Debian's keys.
apt_update() {
	local mirror mirrors name

	mirrors=$(apt_mirrors)
	if [[ -z $mirrors ]]; then
		note "no Debian mirror for '$apt_host main' in the machine's apt sources:" \
		     "add one to /etc/apt/sources.list.d"
		return 1
	fi
	for mirror in $mirrors; do
		for name in $(apt_suite_names); do
			apt_write_sources "$mirror" "$name"
			apt_get -q update >"$apt_root/update.log" 2>&1 && apt_has_index &&
				apt_is_suite && return 0
			grep -E '^(E|W|Err)' "$apt_root/update.log" >&2 || :
		done
	done
	if grep -q NO_PUBKEY "$apt_root/update.log"; then
		note "Debian's keyring on this machine is too old for '$apt_suite':" \
		     "upgrade package debian-archive-keyring"
	fi
	return 1
}

apt_refresh() {
	stage "refreshing the package index of $apt_suite ($apt_kind)"
	if apt_update; then
		touch "$apt_root/stamp"
	elif apt_has_index; then
		note "cannot refresh the index of '$apt_suite' ($apt_kind): going on with the one" \
		     "of $(date -r "$apt_root/lists" +%F)"
		touch -d "-$((APT_MAX_AGE_MINUTES - APT_RETRY_MINUTES)) minutes" "$apt_root/stamp"
		return 1
	else
		die "cannot fetch the package index of '$apt_suite' ($apt_kind):" \
		    "check network, proxy, disk space and the machine's apt sources, then run again"
	fi
}

apt_open() {
	apt_suite=$1
	apt_kind=$2
	apt_arch=$2
	[[ $apt_kind == source ]] && apt_arch=$(dpkg --print-architecture)
	apt_root=$(distro_cache)/apt/$apt_suite-$apt_kind
	command -v apt-get >/dev/null || die "no apt-get on this host: the set-up needs Debian 12 or 13"
	[[ -r $APT_KEYRING ]] || die "no keyring '$APT_KEYRING': install package debian-archive-keyring"
	apt_has_index || distro_need_space $APT_INDEX_MB
	apt_write_conf
	apt_has_index && [[ -n $(find "$apt_root/stamp" -mmin -$APT_MAX_AGE_MINUTES 2>/dev/null) ]] ||
		apt_refresh || :
}
