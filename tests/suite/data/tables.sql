-- SPDX-License-Identifier: GPL-2.0-or-later
-- tables.sql - two tables, an index, joins and groups; SIZE is replaced
CREATE TABLE sale(id INTEGER PRIMARY KEY, shop INTEGER, item INTEGER, price INTEGER);
CREATE TABLE shop(id INTEGER PRIMARY KEY, name TEXT, town INTEGER);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < SIZE)
INSERT INTO sale SELECT i, i * 7919 % 997, i * 104729 % 5003, i * 31 % 499 FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 996)
INSERT INTO shop SELECT i, 'shop ' || (i * 37 % 997), i % 53 FROM n;
CREATE INDEX by_item ON sale(item, price);
SELECT town, count(*), sum(price) FROM sale JOIN shop ON shop.id = sale.shop GROUP BY town ORDER BY 3 DESC LIMIT 3;
SELECT item, max(price) - min(price) AS span FROM sale GROUP BY item ORDER BY span DESC, item LIMIT 3;
SELECT count(*) FROM sale a JOIN sale b ON a.item = b.item AND a.price < b.price WHERE a.id < SIZE / 8;
SELECT name, length(group_concat(item)) FROM shop JOIN sale ON sale.shop = shop.id WHERE name LIKE '%77%' GROUP BY name ORDER BY 1;
