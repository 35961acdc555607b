# SPDX-License-Identifier: GPL-2.0-or-later
#
# firstscreen.awk - the numbers of a view's screen against its samples
#
#	awk -v view=VIEW -v each=CYCLES -v lost=SAMPLES -f firstscreen.awk SAMPLES SCREEN
#
# SAMPLES has cycles, signature, commit state, address, place (function+0xoffset) and object,
# separated by tabs; every sample is of CYCLES cycles. Prints all errors; status 1 if there are any.

function fail(what) {
	print what ": " $0
	bad = 1
}

function expect(what, found, wanted) {
	if (found != wanted)
		fail(what " " found " is not " wanted)
}

function commas(number, text) {
	for (text = sprintf("%d", number); match(text, /[0-9][0-9][0-9][0-9](,|$)/); )
		text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
	return text
}

# Half of Wilson's interval at 95 %, for a share of @cycles cycles; all samples weigh the same.
function margin(share, cycles, n, z) {
	z = 1.959964
	n = cycles / each
	return z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
}

function percent(share) {
	return sprintf("%.2f%%", 100 * share)
}

# Base is split by commit state.
function piece_of(signature, state) {
	return signature == "Base" ? base[state] : signature
}

# Share, margin, samples and cycles at the fields from @first on.
function expect_amounts(first, cycles, whole, samples) {
	expect("share", $first, percent(cycles / whole))
	expect("margin", $(first + 1), percent(margin(cycles / whole, whole)))
	samples = cycles / each
	expect("samples", $(first + 2), samples < 0.5 ? "<1" : sprintf("%d", samples + 0.5))
	expect("cycles", $(first + 3), commas(cycles))
}

# "NAME 12%  NAME 3%" at the end of a row are of the row's cycles; at least one is there.
function expect_words(row, cycles, rest, name, share, count) {
	for (rest = $0; match(rest, /[A-Za-z][A-Za-z0-9+-]* [0-9]+%/); rest = substr(rest, RSTART + RLENGTH)) {
		split(substr(rest, RSTART, RLENGTH), name, " ")
		share = sprintf("%.0f%%", 100 * of[row, name[1]] / cycles)
		expect("of " name[1], name[2], share)
		count++
	}
	if (!count)
		fail("no words")
}

# A row's bar: to be looked at when the longest is known.
function add_bar(row, cycles, text) {
	if (text !~ /^[-A-Z.?_~]+$/)
		text = ""
	bars[++bars_count] = text
	bar_row[bars_count] = row
	bar_cycles[bars_count] = cycles
	if (length(text) > width)
		width = length(text)
	if (cycles > longest)
		longest = cycles
}

# As many cells as its cycles of those of the longest, letters by their shares to within one.
function expect_bar(number, row, text, wanted, i, letters, letter) {
	row = bar_row[number]
	text = bars[number]
	wanted = int(width * bar_cycles[number] / longest + 0.5)
	if (length(text) != wanted)
		fail("bar " text " of " row " is not of " wanted " cells")
	for (i = 1; i <= length(text); i++)
		letters[substr(text, i, 1)]++
	for (letter in letters) {
		i = letters[letter] - wanted * of[row, named[letter]] / bar_cycles[number]
		if (!(letter in named) || i <= -1 || i >= 1)
			fail("bar " text " of " row " has " letters[letter] " of " letter)
	}
}

# "A NAME 12.3%", three blanks between.
function expect_legend(text, whole, entries, count, part, i) {
	sub(/^#.*: |^# +/, "", text)
	count = split(text, entries, /   +/)
	for (i = 1; i <= count; i++) {
		split(entries[i], part, " ")
		named[part[1]] = part[2]
		legend++
		expect("legend " part[2], part[3], sprintf("%.1f%%", 100 * whole_of[part[2]] / whole))
	}
}

# How many of @amounts are not above their margin; of annotate those of its function.
function chances(amounts, whole, key, count) {
	for (key in amounts)
		if (view != "annotate" || insn_of[key] == within)
			count += margin(amounts[key] / whole, whole) >= amounts[key] / whole
	return count + 0
}

# How many instructions make nine tenths of @piece, the hottest first.
function most_of(piece, sorted, count, i, j, key, sum, at) {
	for (key in of_insn) {
		split(key, at, SUBSEP)
		if (at[2] != piece)
			continue
		for (i = ++count; i > 1 && sorted[i - 1] < of_insn[key]; i--)
			sorted[i] = sorted[i - 1]
		sorted[i] = of_insn[key]
	}
	for (j = 1; j <= count && sum < 0.9 * all_of[piece]; j++)
		sum += sorted[j]
	return j - 1
}

BEGIN {
	base["compute"] = "Base-commits"
	base["drained"] = "Base-drains"
	base["stalled"] = "Base-waits"
	base["flushed"] = "Base-flushes"
}

NR == FNR {
	cycles = $1
	address = $4
	piece = piece_of($2, $3)
	object = $6
	sub(/.*\//, "", object)
	split($5, place, "+")
	name = place[1] != "[unknown]" ? place[1] : object ~ /kernel/ ? "0x" address : object "+0x" address
	total += cycles
	all_of[piece] += cycles
	of_insn[address, piece] += cycles
	insn[address] += cycles
	insn_of[address] = name
	# code in no function is one row of its object, named by the lowest address
	row = object "\t" (place[1] != "[unknown]" ? name : "")
	if (place[1] == "[unknown]" && (!(row in lowest) || address < lowest_address[row])) {
		lowest[row] = name
		lowest_address[row] = address
	}
	functions[row] += cycles
	function_cycles[name] += cycles
	if (view == "report") {
		of[row, piece] += cycles
		whole_of[piece] += cycles
	}
	FS = "\t"
	next
}

FNR == 1 {
	for (row in lowest) {
		functions[row lowest[row]] = functions[row]
		delete functions[row]
		for (piece in all_of)
			if ((row, piece) in of)
				of[row lowest[row], piece] = of[row, piece]
	}
	FS = " "
	$0 = $0
	expect("cycles", $3, commas(total))
	expect("samples", $5, total / each)
	expect("lost", $10, lost)
	next
}

/^# function/ {
	within = $3
	sub(/:$/, "", $5)
	part = function_cycles[within]
	expect("cycles", $6, commas(part))
	expect("share", $8, percent(part / total))
	for (address in insn)
		for (piece in all_of)
			if (insn_of[address] == within) {
				of[address, piece] = of_insn[address, piece]
				whole_of[piece] += of_insn[address, piece]
			}
	next
}

/^# stack/ { in_legend = 1; expect_legend($0, within ? part : total); next }
in_legend && /^#    / { expect_legend($0, within ? part : total); next }
{ in_legend = 0 }
/^# chance/ { told = $3 }
/^#/ || !NF { next }

view == "report" {
	row = $5 "\t" $6
	if (!(row in functions))
		fail("no such row")
	else {
		expect_amounts(1, functions[row], total)
		expect_words(row, functions[row])
		add_bar(row, functions[row], $7)
		rows++
	}
}

view == "annotate" && $5 ~ /^[0-9a-f]+$/ {
	expect_amounts(1, insn[$5], part)
	expect_words($5, insn[$5])
	for (i = 6; i < NF && $(i + 1) !~ /^[0-9]+%$/; )
		i++
	add_bar($5, insn[$5], $(i - 1))
	if ($5 in insn)
		lines[line] -= insn[$5]
	rows++
}

# A source line above its instructions has their sum.
view == "annotate" && $5 ~ /:[0-9]+$/ {
	line = $5
	gsub(",", "", $4)
	lines[line] = $4
	$4 = commas($4)
	expect_amounts(1, lines[line], part)
}

view == "explain" && $5 == "insn" {
	expect("share", $1, percent(all_of[$6] / total))
	expect("margin", $2, percent(margin(all_of[$6] / total, total)))
	expect("cycles", $3, commas(all_of[$6]))
	expect("instructions", $4, most_of($6))
	kinds++
}

view == "explain" && /^[0-9]+\. / {
	address = $6
	name = $3
	sub(/\+.*/, "", name)
	expect("item", $1, ++rows ".")
	head = $2
	own = percent(insn[address] / total)
	expect("function", name, insn_of[address])
	if (before && head + 0 > before)
		fail("not in order")
	before = head + 0
}

# The head has the share that the item comes by: this instruction's, or with the others'.
view == "explain" && /% at this instruction; with [0-9]+ more, / {
	more += $6
	expect("share", $1, own)
	if (head != own && head != $NF)
		fail("neither share is in the head")
	own = head
}

view == "explain" && $1 == "share" && own != "" {
	expect("share of the item", head, own)
	own = ""
}

view == "explain" && $1 == "loop" {
	split($2, ends, "-")
	sum = 0
	for (other in insn)
		if (insn_of[other] == name && other >= ends[1] && other < ends[2] "")
			sum += insn[other]
	expect("loop", $5, percent(sum / total))
}

view == "explain" && /^    [A-Z][A-Za-z0-9+-]*: |^    unknown: / {
	cause = $1
	sub(/:$/, "", cause)
}

view == "explain" && $1 == "share" {
	expect("cycles", $2, commas(of_insn[address, cause]))
	expect("share", $4, percent(of_insn[address, cause] / total))
	causes++
}

END {
	$0 = "at the end"
	for (i = 1; i <= bars_count; i++)
		expect_bar(i)
	for (name in functions)
		wanted += view == "report"
	for (address in insn)
		wanted += view == "annotate" && insn_of[address] == within
	for (piece in all_of) {
		pieces += whole_of[piece] > 0
		shown += view == "explain"
	}
	if (view == "report")
		expect("chance", told, chances(functions, total))
	else
		expect("chance", told + 0, chances(insn, view == "annotate" ? part : total))
	for (line in lines)
		expect("rest of " line, lines[line], 0)
	if (view == "explain") {
		expect("causes", kinds, shown)
		for (address in insn)
			instructions++
		expect("instructions of items", rows + more, instructions - chances(insn, total))
		if (causes < rows)
			fail("items without causes")
	} else {
		expect("rows", rows, wanted)
		expect("pieces in the legend", legend, pieces)
	}
	exit bad
}
