<?xml version="1.0"?>
<!-- SPDX-License-Identifier: GPL-2.0-or-later -->
<!-- shelf.xsl - books by author, authors by name, with their sums -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="html"/>
<xsl:key name="by-author" match="book" use="author"/>
<xsl:template match="/library">
<html><body>
<xsl:for-each select="book[generate-id() = generate-id(key('by-author', author)[1])]">
<xsl:sort select="author"/>
<h2><xsl:value-of select="author"/> (<xsl:value-of select="sum(key('by-author', author)/price)"/>)</h2>
<xsl:for-each select="key('by-author', author)">
<xsl:sort select="@year" data-type="number"/>
<p class="{@id}"><xsl:apply-templates select="title"/>, <xsl:value-of select="@year"/></p>
</xsl:for-each>
</xsl:for-each>
</body></html>
</xsl:template>
<xsl:template match="title"><i><xsl:value-of select="translate(., 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')"/></i></xsl:template>
</xsl:stylesheet>
