/**
 * The nouns: the demand of a service ({@link org.curtail.Profile}), the plan for it ({@link
 * org.curtail.IntervalTable}), and the decisions while it runs ({@link org.curtail.Policy}).
 *
 * <p>The words used throughout:
 *
 * <ul>
 *   <li>a <b>request</b> is divided into <b>chunks</b>, which several threads can run at the same
 *       time;
 *   <li>its <b>degree</b> of parallelism is the number of threads that serve it at a time;
 *   <li>its <b>demand</b> is its time on one thread, alone on the machine. Its <b>speedup</b> at
 *       degree d is the time at degree 1 divided by the time at degree d;
 *   <li>a <b>profile</b> lists, for a sample of requests, the time of each at each degree;
 *   <li>the <b>load</b> is the number of requests in the system, running and waiting; where a load
 *       is a share or a rate, its name says so;
 *   <li>a <b>policy</b> decides when a request starts and its degree, the Few-to-Many policy by an
 *       <b>interval table</b>;
 *   <li>the <b>tail</b> is a high percentile of the response times, the 99th unless said otherwise.
 * </ul>
 *
 * <p>The types:
 *
 * <ul>
 *   <li>{@link org.curtail.Profile}: the demand of a service, by degree.
 *   <li>{@link org.curtail.IntervalTable}: the times at which Few-to-Many adds threads, by load and
 *       progress; it has the tables that papers print.
 *   <li>{@link org.curtail.Policy}: decides when a request starts and how many threads serve it.
 *       Implement it for a policy of your own.
 *   <li>{@link org.curtail.Traits}: properties of a policy, such as that it takes threads away.
 *   <li>{@link org.curtail.Preemption}: the way in which running requests leave their threads to
 *       waiting ones.
 *   <li>{@link org.curtail.DelegatingPolicy}: another policy, except what a subclass overrides.
 *   <li>{@link org.curtail.Progress}: all that a policy sees of a request.
 *   <li>{@link org.curtail.Load}: all that a policy sees of the service.
 *   <li>{@link org.curtail.Prediction}: a prediction of the demand of a request.
 *   <li>{@link org.curtail.Admission}: the answer to a request that wants to start.
 *   <li>{@link org.curtail.Decision}: the number of threads that a request should have.
 *   <li>{@link org.curtail.PriorityClass}: the importance of a request.
 *   <li>{@link org.curtail.Percentile}: the one definition of a percentile, for comparisons with
 *       curtail's reports.
 * </ul>
 *
 * <p>The library runs on Java 21 or later.
 *
 * <p>Everything here is a pure value or a pure function: no clock, no thread, no file, no hidden
 * randomness. Time is an argument. Times are nanoseconds in the runtime, and milliseconds (as
 * {@code double}) for people and in files. Every name says which.
 */
@NullMarked
package org.curtail;

import org.jspecify.annotations.NullMarked;
