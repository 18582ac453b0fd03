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
 * <p>The types:
 *
 * <ul>
 *   <li>{@link org.curtail.Profile} is the demand of a service: how long its requests take at each
 *       degree.
 *   <li>{@link org.curtail.Profile.Builder} makes a profile of requests that come one by one.
 *   <li>{@link org.curtail.IntervalTable} says when Few-to-Many adds threads, by load and progress;
 *       it has those that papers print.
 *   <li>{@link org.curtail.Policy} decides when a request starts and how many threads serve it.
 *       Whoever writes one implements this.
 *   <li>{@link org.curtail.Traits} say what a policy is like: whether it ranks requests, takes
 *       threads away, and so on.
 *   <li>{@link org.curtail.Preemption} says whether running requests are set aside while others
 *       wait for a thread.
 *   <li>{@link org.curtail.DelegatingPolicy} is another policy, but for what a subclass overrides.
 *   <li>{@link org.curtail.Progress} is all that a policy is shown of a request.
 *   <li>{@link org.curtail.Load} is all that a policy is shown of the service.
 *   <li>{@link org.curtail.Prediction} is what somebody said beforehand about the demand of a
 *       request.
 *   <li>{@link org.curtail.Admission} is a policy's answer: may this waiting request start?
 *   <li>{@link org.curtail.Decision} is a policy's answer: how many threads should this request
 *       have?
 *   <li>{@link org.curtail.PriorityClass} is how important a request is.
 *   <li>{@link org.curtail.Percentile} is the one definition of a percentile, for whoever compares
 *       with what curtail reports.
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
