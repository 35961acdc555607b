# SPDX-License-Identifier: GPL-2.0-or-later
# words.pl - word counts, rhymes and a concordance of a text
use strict;
use warnings;

my (%count, %rhyme, %lines);
while (my $line = <>) {
	chomp $line;
	foreach my $word (split ' ', $line) {
		$count{$word}++;
		push @{$rhyme{$1}}, $word if $count{$word} == 1 && $word =~ /([aeiou][^aeiou]*[aeiou]?)$/;
	}
	$lines{$.} = length $line if $line =~ /\b(\w+)\b.*\b\1\b/;
	(my $title = $line) =~ s/(\w+)/\u$1/g;
	$lines{$title} = $. if $title =~ /^Ba.*e$/;
}
my @top = sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
printf "%-16s %d\n", $_, $count{$_} foreach @top[0 .. 9];
printf "%s: %s\n", $_, join(' ', sort @{$rhyme{$_}}[0 .. 2]) foreach (sort grep { @{$rhyme{$_}} > 2 } keys %rhyme)[0 .. 4];
printf "%d words, %d lines\n", scalar @top, scalar keys %lines;
