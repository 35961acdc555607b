# SPDX-License-Identifier: GPL-2.0-or-later
#
# guest.bash - the machine that `run` and `shell` boot, and whose device tree `doors` writes.
#
# Sourced, never run.
#
#   die MESSAGE...         the end, with status 125: not the guest's fault
#   guest_parse_args ARG.. sets smp, mem_mb, cpu, share, dtb, package, packages, append,
#                          golden, plugin, sampled, timeout_s with its default, and guest_rest to
#                          the arguments behind the options
#   guest_machine          checks that everything is built; sets guest_qemu, the
#                          command line that is the same for every boot
#   guest_start ARG...     becomes that QEMU, with more arguments
#   guest_log FILE         prints the end of the kernel's log
#   guest_kill             ends QEMU, should it run
#
# The core has the extensions that the timing model knows: RV64GC, Zicbop and the kernel's needs of
# supervisor mode; also vectors, Zba, Zbb and Zbs, if --plugin names a core with them. With Sscofpmf
# the counters that every core has can be sampled: without it perf 6.12 tries its default event,
# cycles, for ever. Everything that could bring host time or chance into the guest is off or pinned:
# icount without sleep, clock, seed, virtio queues served inside of the guest's own write
# (ioeventfd=off).

CORE=rv64i,m=on,a=on,f=on,d=on,c=on,s=on,u=on,zicsr=on,zifencei=on,zicntr=on,zihpm=on
CORE+=,mmu=on,sv39=on,pmp=on,sstc=on,sscofpmf=on,zicbop=on,ssctr=on,priv_spec=v1.12.0
CMDLINE=(console=ttyS0 loglevel=5 panic=-1 oops=panic panic_on_warn=1 cryptomgr.notests)

LOG_LINES=100

guest_here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
guest_build=$(cd "$guest_here/../.." && pwd)/build

note()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die()
{
	note "$@"
	exit 125
}

guest_usage()
{
	sed -n 's/^# *\(\(run\|shell\|doors\) \[.*\)/usage: \1/p' "$0" >&2
	die "$@"
}

# The script's own header is its help.
guest_help()
{
	sed -n '1,3d; /^#/!q; s/^# \{0,1\}//p' "$0"
	exit 0
}

guest_number()
{
	[[ $2 =~ ^[1-9][0-9]{0,6}$ ]] || guest_usage "$1 needs a positive number, not '$2'"
	printf '%s\n' "$2"
}

guest_parse_args()
{
	smp=1 mem_mb=1024 cpu='' share='' dtb='' golden='' plugin='' sampled='' packages='' append='' package=linux-image-riscv64
	while (($#)); do
		case $1 in
		--smp|--mem|--cpu|--share|--dtb|--kernel|--packages|--append|--golden|--plugin|--timeout)
			(($# > 1)) || guest_usage "option '$1' needs a value" ;;&
		--smp) smp=$(guest_number "$1" "$2") || exit ;;
		--mem) mem_mb=$(guest_number "$1" "$2") || exit ;;
		--timeout)
			[[ -n ${timeout_s:-} ]] || guest_usage "unknown argument '$1'"
			timeout_s=$(guest_number "$1" "$2") || exit ;;
		--cpu) cpu=$2 ;;
		--share) share=$2 ;;
		--dtb) dtb=$2 ;;
		--kernel) package=$2 ;;
		--packages) packages=$2 ;;
		--append) append=$2 ;;
		--golden) golden=$2 ;;
		--plugin) plugin=$2 ;;
		--sampled) sampled=on; shift; continue ;;
		-h|--help) guest_help ;;
		--) shift; break ;;
		*) guest_usage "unknown argument '$1'" ;;
		esac
		shift 2
	done
	guest_rest=("$@")
}

guest_check()
{
	local file

	for file in "$@"; do
		[[ -e $file ]] || die "no '$file': run \`make\` first"
	done
}

# Extensions that the words of --plugin add to the core.
guest_vectors()
{
	local words

	IFS=, read -ra words <<<"$plugin"
	"$guest_build/tea-cpu" "${words[@]}"
}

guest_machine()
{
	local boot=$guest_build/guest/$package${packages:++${packages//,/+}} library=$guest_build/libteaplugin.so
	local qemu=$guest_build/qemu/bin/qemu-system-riscv64 vectors dir

	[[ $package == linux-image-riscv64 && -z $packages ]] ||
		"$guest_here/build-guest" --kernel "$package" ${packages:+--packages "$packages"} ||
		die "cannot build the guest of '$package'${packages:+ with '$packages'}"
	guest_check "$qemu" "$library" "$guest_build/tea-cpu" "$boot/key"
	vectors=$(guest_vectors) || die "cannot tell what vectors the core of '$plugin' has"
	guest_qemu=("$qemu" -nodefaults -no-user-config -display none -monitor none -no-reboot
		-machine virt -cpu "$CORE$vectors,tea=on,tea-m=on${cpu:+,$cpu}" -smp "$smp" -m "$mem_mb"
		-plugin "$library${golden:+,golden=${golden//,/,,}}${sampled:+,sampled=on}${plugin:+,$plugin}"
		-icount shift=0,sleep=off -seed 42 -rtc base=2026-01-01,clock=vm
		-bios "$boot/firmware" -kernel "$boot/kernel" -initrd "$boot/initramfs"
		-append "${CMDLINE[*]}${append:+ $append}"
		-device virtio-serial-pci,id=ports,ioeventfd=off)
	if [[ -n $dtb ]]; then
		[[ -f $dtb ]] || die "no device tree '$dtb': name a file"
		guest_qemu+=(-dtb "$dtb")
	fi
	[[ -n $share ]] || return 0
	[[ -d $share ]] || die "no directory '$share' to share: make it, or name another"
	dir=$(cd "$share" && pwd -P)
	guest_qemu+=(-fsdev "local,id=host,security_model=none,multidevs=remap,path=${dir//,/,,}"
		-device virtio-9p-pci,fsdev=host,mount_tag=host,ioeventfd=off)
}

# For the background: becomes QEMU, and goes with us, however we end.
guest_start()
{
	exec setpriv --pdeathsig KILL "${guest_qemu[@]}" "$@"
}

# Leaves out the firmware's lines, if the kernel came so far.
guest_log()
{
	local from=.

	[[ -s $1 ]] || return 0
	! grep -q '^\[ ' "$1" || from='^\[ '
	echo "--- end of the kernel's log:"
	sed -n "/$from/,\$p" "$1" | tail -n $LOG_LINES | tr -d '\r'
}

guest_kill()
{
	[[ -n ${guest_pid:-} ]] || return 0
	kill -KILL "$guest_pid" 2>/dev/null || :
	wait "$guest_pid" 2>/dev/null || :
	guest_pid=
}
