// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * nests.c - loop nests, one function each, for a comparison of two models of a core
 *
 * In the manner of PolyBench's kernels, written for this: linear algebra, stencils, recurrences, integers,
 * tables, branches, memory. Each works for some ten thousand instructions, most in the L1 data
 * cache; how it is compiled is the job's (tests/study/jobs.d/loops). LOOPS=N runs all N times.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N	24		/* of matrices, which fit into the L1 together */
#define M	512		/* of vectors */
#define BIG	(64 * 1024)	/* of data that do not fit into it */
#define ROUNDS	12		/* over vectors */

#define LOOP	static __attribute__((noinline, noclone)) void
#define FOR(i, n)	for (int i = 0; i < (n); i++)
#define IN(i, n)	for (int i = 1; i < (n) - 1; i++)

/* The initial data of each loop, the same for all. */
static struct numbers {
	double a[N][N], b[N][N], c[N][N], d[N][N], x[M], y[M], z[M], w[M];
} now, kept;

#define a now.a
#define b now.b
#define c now.c
#define d now.d
#define x now.x
#define y now.y
#define z now.z
#define w now.w

static double scalar;
static float s[M], t[M], u[M];
static int32_t iv[M], jv[M], counts[256];
static uint64_t lv[M], hash;
static uint8_t bytes[4 * M], other[4 * M];
static double big[BIG], far[BIG];
static uint32_t order[BIG];
static struct node { struct node *next; uint64_t value, rest[6]; } nodes[BIG / 8];

/* Linear algebra */

LOOP gemm(void) { FOR(i, N) FOR(j, N) { c[i][j] *= 0.5; FOR(k, N) c[i][j] += a[i][k] * b[k][j]; } }
LOOP gemm_ikj(void) { FOR(i, N) FOR(k, N) FOR(j, N) c[i][j] += a[i][k] * b[k][j]; }
LOOP mm2(void) { FOR(i, N) FOR(j, N) { double r = 0; FOR(k, N) r += a[i][k] * b[j][k]; d[i][j] = r; } }
LOOP atax(void) { FOR(r, 8) FOR(i, N) { double q = 0; FOR(j, N) q += a[i][j] * x[j]; FOR(j, N) y[j] += a[i][j] * q; } }
LOOP bicg(void) { FOR(r, 8) FOR(i, N) { y[i] = 0; FOR(j, N) { z[j] += x[i] * a[i][j]; y[i] += a[i][j] * w[j]; } } }
LOOP mvt(void) { FOR(r, 8) FOR(i, N) FOR(j, N) y[i] += a[j][i] * x[j]; }
LOOP gemver(void) { FOR(r, 8) FOR(i, N) FOR(j, N) a[i][j] += x[i] * y[j] * 1e-3 + z[i] * w[j] * 1e-3; }
LOOP gesummv(void) { FOR(r, 8) FOR(i, N) { double p = 0, q = 0; FOR(j, N) { p += a[i][j] * x[j]; q += b[i][j] * x[j]; } y[i] = 1.5 * p + 1.2 * q; } }
LOOP syrk(void) { FOR(i, N) FOR(j, i + 1) FOR(k, N) c[i][j] += 0.1 * a[i][k] * a[j][k]; }
LOOP syr2k(void) { FOR(i, N) FOR(j, i + 1) FOR(k, N) c[i][j] += a[j][k] * b[i][k] + b[j][k] * a[i][k]; }
LOOP trmm(void) { FOR(i, N) FOR(j, N) for (int k = i + 1; k < N; k++) b[i][j] += 1e-3 * a[k][i] * b[k][j]; }
LOOP symm(void) { FOR(i, N) FOR(j, N) { double q = 0; FOR(k, i) { c[k][j] += 1e-3 * b[i][j] * a[i][k]; q += b[k][j] * a[i][k]; } c[i][j] = c[i][j] * 0.5 + q; } }
LOOP trisolv(void) { FOR(r, 8) FOR(i, N) { double q = y[i]; FOR(j, i) q -= a[i][j] * x[j] * 1e-3; x[i] = q / (a[i][i] + 2); } }
LOOP lu(void) { FOR(i, N) FOR(j, N) { double q = d[i][j]; FOR(k, i < j ? i : j) q -= d[i][k] * d[k][j] * 1e-3; d[i][j] = j < i ? q / (d[j][j] + 3) : q; } }
LOOP cholesky(void) { FOR(i, N) { FOR(j, i) { double q = d[i][j]; FOR(k, j) q -= d[i][k] * d[j][k] * 1e-4; d[i][j] = q / (d[j][j] + 3); } d[i][i] = __builtin_sqrt(__builtin_fabs(d[i][i]) + 1); } }
LOOP durbin(void) { FOR(r, 4) for (int k = 1; k < 64; k++) { double q = 0; FOR(i, k) q += x[k - i - 1] * y[i]; q = -(x[k] + q) / 3; FOR(i, k) z[i] = y[i] + q * y[k - i - 1] * 1e-3; memcpy(y, z, (size_t)k * 8); y[k] = q; } }
LOOP gramschmidt(void) { FOR(k, N) { double q = 0; FOR(i, N) q += a[i][k] * a[i][k]; q = __builtin_sqrt(q) + 1; FOR(i, N) b[i][k] = a[i][k] / q; FOR(j, N) { double p = 0; FOR(i, N) p += b[i][k] * a[i][j]; c[k][j] = p; } } }
LOOP doitgen(void) { FOR(r, N) FOR(p, N) { double q = 0; FOR(i, N) q += a[r][i] * b[i][p]; w[p] = q; } }
LOOP correlation(void) { FOR(i, N - 1) for (int j = i + 1; j < N; j++) { double q = 0; FOR(k, N) q += a[k][i] * a[k][j]; c[i][j] = c[j][i] = q; } }
LOOP covariance(void) { FOR(j, N) { double q = 0; FOR(i, N) q += a[i][j]; x[j] = q / N; } FOR(i, N) FOR(j, N) c[i][j] = (a[i][j] - x[j]) * (a[j][i] - x[i]); }

/* Vectors */

LOOP dot(void) { FOR(r, ROUNDS) { double q = 0; FOR(i, M) q += x[i] * y[i]; scalar += q; } }
LOOP axpy(void) { FOR(r, ROUNDS) FOR(i, M) y[i] += 0.25 * x[i]; }
LOOP triad(void) { FOR(r, ROUNDS) FOR(i, M) z[i] = x[i] + 0.5 * y[i]; }
LOOP scale(void) { FOR(r, ROUNDS) FOR(i, M) x[i] *= 0.999; }
LOOP sum4(void) { FOR(r, ROUNDS) { double q[4] = { 0 }; for (int i = 0; i < M; i += 4) FOR(k, 4) q[k] += x[i + k]; scalar += q[0] + q[1] + q[2] + q[3]; } }
LOOP saxpy(void) { FOR(r, ROUNDS) FOR(i, M) t[i] += 0.25f * s[i]; }
LOOP sdot(void) { FOR(r, ROUNDS) { float q = 0; FOR(i, M) q += s[i] * t[i]; scalar += q; } }
LOOP norm(void) { FOR(r, ROUNDS) { double q = 0; FOR(i, M) q += x[i] * x[i]; scalar += __builtin_sqrt(q); } }
LOOP largest(void) { FOR(r, ROUNDS) { double q = 0; FOR(i, M) q = x[i] > q ? x[i] : q; scalar += q; } }
LOOP reciprocal(void) { FOR(r, 4) FOR(i, M) z[i] = 1 / (x[i] + 2); }
LOOP roots(void) { FOR(r, 4) FOR(i, M) z[i] = __builtin_sqrt(x[i] * x[i] + 1); }
LOOP horner(void) { FOR(r, 4) FOR(i, M) { double q = x[i]; z[i] = (((0.1 * q + 0.2) * q + 0.3) * q + 0.4) * q + 0.5; } }
LOOP complex_multiply(void) { FOR(r, ROUNDS) for (int i = 0; i < M; i += 2) { double p = x[i] * y[i] - x[i + 1] * y[i + 1], q = x[i] * y[i + 1] + x[i + 1] * y[i]; z[i] = p; z[i + 1] = q; } }
LOOP convert(void) { FOR(r, ROUNDS) FOR(i, M) x[i] = iv[i] * 0.5; }
LOOP to_integer(void) { FOR(r, ROUNDS) FOR(i, M) iv[i] = (int32_t)y[i]; }

/* Stencils and recurrences */

LOOP jacobi1d(void) { FOR(r, ROUNDS) IN(i, M) y[i] = 0.33 * (x[i - 1] + x[i] + x[i + 1]); }
LOOP jacobi2d(void) { FOR(r, 8) IN(i, N) IN(j, N) b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]); }
LOOP seidel(void) { FOR(r, 4) IN(i, N) IN(j, N) a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9; }
LOOP fdtd(void) { FOR(r, 6) { IN(i, N) FOR(j, N) a[i][j] -= 0.5 * (c[i][j] - c[i - 1][j]); IN(i, N) IN(j, N) b[i][j] -= 0.5 * (c[i][j] - c[i][j - 1]); IN(i, N) IN(j, N) c[i][j] -= 0.7 * (a[i + 1][j] - a[i][j] + b[i][j + 1] - b[i][j]); } }
LOOP heat(void) { FOR(r, 8) IN(i, N) IN(j, N) d[i][j] = 0.125 * (c[i + 1][j] - 2 * c[i][j] + c[i - 1][j]) + 0.125 * (c[i][j + 1] - 2 * c[i][j] + c[i][j - 1]) + c[i][j]; }
LOOP adi(void) { FOR(r, 4) FOR(i, N) IN(j, N) { a[i][j] = -0.2 / (0.3 * a[i][j - 1] + 2); b[i][j] = (c[j][i] - 0.1 * b[i][j - 1]) / (0.3 * a[i][j - 1] + 2); } }
LOOP deriche(void) { FOR(r, ROUNDS) { double p = 0, q = 0; FOR(i, M) { double v = 0.5 * x[i] + 0.3 * p + 0.2 * q; q = p; p = v; y[i] = v; } } }
LOOP prefix(void) { FOR(r, ROUNDS) for (int i = 1; i < M; i++) x[i] = 0.5 * x[i - 1] + y[i]; }
LOOP tridiagonal(void) { FOR(r, 8) for (int i = 1; i < M; i++) z[i] = y[i] * (x[i] - z[i - 1]); }
LOOP hydro(void) { FOR(r, ROUNDS) FOR(i, M - 12) x[i] = 0.1 + y[i] * (0.2 * z[i + 10] + 0.3 * z[i + 11]); }
LOOP floyd(void) { FOR(k, N) FOR(i, N) FOR(j, N) { double q = a[i][k] + a[k][j]; d[i][j] = d[i][j] < q ? d[i][j] : q; } }
LOOP transpose(void) { FOR(r, 12) FOR(i, N) FOR(j, N) d[j][i] = a[i][j]; }

/* Integers */

LOOP isum(void) { FOR(r, ROUNDS) { int32_t q = 0; FOR(i, M) q += iv[i]; hash += (uint32_t)q; } }
LOOP imac(void) { FOR(r, ROUNDS) { int32_t q = 0; FOR(i, M) q += iv[i] * jv[i]; hash += (uint32_t)q; } }
LOOP multiplies(void) { FOR(r, ROUNDS) FOR(i, M) lv[i] = lv[i] * 0x9e3779b97f4a7c15 + 1; }
LOOP lcg(void) { uint64_t q = hash; FOR(i, 8 * M) q = q * 6364136223846793005 + 1442695040888963407; hash = q; }
LOOP xorshift(void) { uint64_t q = hash | 1; FOR(i, 6 * M) { q ^= q << 13; q ^= q >> 7; q ^= q << 17; } hash = q; }
LOOP divides(void) { FOR(i, M) lv[i] = (lv[i] | 1) / (uint64_t)(i + 3) + lv[i]; }
LOOP gcd(void) { FOR(i, 96) { uint64_t p = lv[i] & 0xffff, q = (lv[i + 1] & 0xffff) + 1; while (q) { uint64_t v = p % q; p = q; q = v; } hash += p; } }
LOOP popcount(void) { FOR(i, M) { uint64_t q = lv[i]; q -= (q >> 1) & 0x5555555555555555; q = (q & 0x3333333333333333) + ((q >> 2) & 0x3333333333333333); q = (q + (q >> 4)) & 0x0f0f0f0f0f0f0f0f; hash += q * 0x0101010101010101 >> 56; } }
LOOP fnv(void) { uint64_t q = 0xcbf29ce484222325; FOR(r, 2) FOR(i, 4 * M) q = (q ^ bytes[i]) * 0x100000001b3; hash += q; }
LOOP crc(void) { uint32_t q = ~0u; FOR(i, M) { q ^= bytes[i]; FOR(k, 8) q = (q >> 1) ^ (0xedb88320 & (0 - (q & 1))); } hash += q; }
LOOP histogram(void) { FOR(r, 3) FOR(i, 4 * M) counts[bytes[i]]++; }
LOOP hot_counter(void) { FOR(i, 8 * M) counts[i & 1]++; }
LOOP bytes_copy(void) { FOR(r, 3) FOR(i, 4 * M) other[i] = bytes[i]; }
LOOP bytes_xor(void) { FOR(r, 3) FOR(i, 4 * M) other[i] ^= bytes[i]; }
LOOP lookup(void) { FOR(r, 3) FOR(i, 4 * M) hash += lv[bytes[i]]; }
LOOP gather(void) { FOR(r, ROUNDS) FOR(i, M) z[i] = x[order[i] % M]; }

/* Branches */

LOOP count_odd(void) { FOR(r, 4) FOR(i, 4 * M) if (bytes[i] & 1) hash++; else hash ^= 5; }
LOOP count_large(void) { FOR(r, 4) FOR(i, 4 * M) if (bytes[i] > 250) counts[bytes[i]]++; }
LOOP collatz(void) { FOR(i, 64) { uint64_t q = (uint64_t)i + 27; while (q > 1) { q = q & 1 ? 3 * q + 1 : q / 2; hash++; } } }
LOOP bubble(void) { FOR(i, 64) FOR(j, 63 - i) if (jv[j] > jv[j + 1]) { int32_t v = jv[j]; jv[j] = jv[j + 1]; jv[j + 1] = v; } }
LOOP search(void) { FOR(i, M) { int p = 0, q = M; while (p < q) { int v = (p + q) / 2; if (v * 5 < (int)(order[i] % (5 * M))) p = v + 1; else q = v; } hash += (uint64_t)p; } }
LOOP machine(void) { unsigned int q = 0; FOR(r, 2) FOR(i, 4 * M) switch (bytes[i] & 7) { case 0: q++; break; case 1: q ^= 7; break; case 2: q += q >> 3; break; case 3: q = ~q; break; case 4: q *= 3; break; case 5: q -= 2; break; default: q |= 1; } hash += q; }

/* Memory */

LOOP big_sum(void) { double q = 0; for (int i = 0; i < BIG; i += 4) q += big[i]; scalar += q; }
LOOP big_scale(void) { for (int i = 0; i < BIG / 2; i++) big[i] *= 0.999; }
LOOP big_copy(void) { for (int i = 0; i < BIG / 2; i++) far[i] = big[i]; }
LOOP big_stride(void) { double q = 0; FOR(j, 4) for (int i = j; i < BIG; i += 64) q += big[i]; scalar += q; }
LOOP big_random(void) { double q = 0; FOR(i, 6 * M) q += big[order[i]]; scalar += q; }
LOOP big_scatter(void) { FOR(i, 6 * M) far[order[i]] += 1; }
LOOP chase(void) { struct node *at = nodes; FOR(i, 4 * M) at = at->next; hash += at->value; }
LOOP chase_work(void) { struct node *at = nodes; FOR(i, 2 * M) { FOR(k, 6) hash += at->rest[k] ^ at->value; at = at->next; } }

#define LOOPS(X) \
	X(gemm) X(gemm_ikj) X(mm2) X(atax) X(bicg) X(mvt) X(gemver) X(gesummv) X(syrk) X(syr2k) X(trmm) \
	X(symm) X(trisolv) X(lu) X(cholesky) X(durbin) X(gramschmidt) X(doitgen) X(correlation) X(covariance) \
	X(dot) X(axpy) X(triad) X(scale) X(sum4) X(saxpy) X(sdot) X(norm) X(largest) X(reciprocal) X(roots) \
	X(horner) X(complex_multiply) X(convert) X(to_integer) X(jacobi1d) X(jacobi2d) X(seidel) X(fdtd) X(heat) \
	X(adi) X(deriche) X(prefix) X(tridiagonal) X(hydro) X(floyd) X(transpose) X(isum) X(imac) X(multiplies) \
	X(lcg) X(xorshift) X(divides) X(gcd) X(popcount) X(fnv) X(crc) X(histogram) X(hot_counter) X(bytes_copy) \
	X(bytes_xor) X(lookup) X(gather) X(count_odd) X(count_large) X(collatz) X(bubble) X(search) X(machine) \
	X(big_sum) X(big_scale) X(big_copy) X(big_stride) X(big_random) X(big_scatter) X(chase) X(chase_work)

/* The same in each run. */
static uint32_t draw(void)
{
	static uint32_t state = 1;

	state = state * 1664525 + 1013904223;
	return state >> 8;
}

static void fill(void)
{
	FOR(i, N)
		FOR(j, N) {
			a[i][j] = b[j][i] = 0.5 + draw() % 1000 * 1e-3;
			c[i][j] = d[j][i] = 0.25 + draw() % 1000 * 1e-3;
		}
	FOR(i, M) {
		x[i] = y[i] = 0.5 + draw() % 1000 * 1e-3;
		z[i] = w[i] = 0.25 + draw() % 1000 * 1e-3;
		s[i] = t[i] = u[i] = (float)(draw() % 1000);
		iv[i] = (int32_t)(draw() % 1000);
		jv[i] = (int32_t)(draw() % 1000);
		lv[i] = (uint64_t)draw() << 32 | draw();
	}
	FOR(i, 4 * M)
		bytes[i] = (uint8_t)draw();
	FOR(i, BIG)
		order[i] = draw() % BIG;
}

/* One ring through all nodes, in an order that nothing foresees. */
static void link_nodes(void)
{
	const int count = BIG / 8;
	static uint32_t ring[BIG / 8];

	FOR(i, count)
		ring[i] = (uint32_t)i;
	for (int i = count - 1; i > 0; i--) {
		uint32_t j = draw() % (uint32_t)(i + 1), v = ring[i];

		ring[i] = ring[j];
		ring[j] = v;
	}
	FOR(i, count)
		nodes[ring[i]].next = &nodes[ring[(i + 1) % count]];
}

int main(void)
{
	const char *text = getenv("LOOPS");
	int rounds = text ? atoi(text) : 1;

	fill();
	kept = now;
	link_nodes();
	FOR(r, rounds) {
#define X(name) now = kept; name();
		LOOPS(X)
#undef X
	}
	printf("%g %llu\n", scalar, (unsigned long long)hash);
	return 0;
}
