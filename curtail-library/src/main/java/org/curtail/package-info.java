/**
 * The nouns: what a service's demand is ({@link org.curtail.Profile}), what is planned for it
 * ({@link org.curtail.IntervalTable}), and what decides while it runs ({@link org.curtail.Policy}).
 *
 * <p>The words used throughout:
 *
 * <ul>
 *   <li>a <b>request</b> is what somebody waits for; it is divided into <b>chunks</b>, which
 *       several threads can run at the same time;
 *   <li>its <b>degree</b> of parallelism is how many threads serve it at a time;
 *   <li>its <b>demand</b> is how long it takes on one thread, alone on the machine, and its
 *       <b>speedup</b> at degree d how many times faster it is there than at degree 1;
 *   <li>a <b>profile</b> lists, for a sample of requests, how long each takes at each degree;
 *   <li>the <b>load</b> is how many requests are in the system, running and waiting; where a load
 *       is a share or a rate, its name says so;
 *   <li>a <b>policy</b> decides when a request starts and what its degree is, an <b>interval
 *       table</b> is what the Few-to-Many policy decides by;
 *   <li>the <b>tail</b> is a high percentile of the response times, the 99th unless said otherwise.
 * </ul>
 *
 * <p>The library runs on Java 21 or later.
 *
 * <p>Everything here is a pure value or a pure function: no clock, no thread, no file, no hidden
 * randomness. Time is an argument. Nanoseconds where the runtime counts, milliseconds (as {@code
 * double}) where people and files do; every name says which.
 */
@NullMarked
package org.curtail;

import org.jspecify.annotations.NullMarked;
