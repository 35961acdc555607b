# SPDX-License-Identifier: GPL-2.0-or-later
# tally.awk - frequencies of words and of pairs of words
{
	for (i = 1; i <= NF; i++) {
		count[$i]++
		if (i > 1)
			pair[$(i - 1) " " $i]++
		letters += length($i)
		if ($i ~ /(ba|ke).*(ti|vo)$/)
			matched[substr($i, 1, 3)] += i
	}
}
END {
	for (word in count)
		if (count[word] > best || (count[word] == best && word < name)) {
			best = count[word]
			name = word
		}
	for (two in pair)
		if (pair[two] > 1)
			repeated++
	for (start in matched)
		sum += matched[start]
	print name, best, repeated, letters, sum
}
