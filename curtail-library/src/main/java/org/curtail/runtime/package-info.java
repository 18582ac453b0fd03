/**
 * The engine that enforces a policy on live requests: {@link org.curtail.runtime.Curtail} is the
 * entry, {@link org.curtail.runtime.SharedWork} what a caller supplies, {@link
 * org.curtail.runtime.Ticket} what it gets. The only package of the library that starts threads.
 *
 * <pre>{@code
 * // One thread for each request at first, one more for every 5 ms that it runs, at most 4.
 * try (Curtail curtail = Curtail.with(new FixedInterval(5, 4)).start()) {
 *   double sum = curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
 * }
 * }</pre>
 *
 * <p>Which threads: the pool's, as many as the policy wants ({@link org.curtail.Policy#threads}),
 * made when the engine starts; and those that call {@link org.curtail.runtime.Curtail#run}, each
 * for its own request, which count within the same limit. Chunks, listeners and stages of {@link
 * org.curtail.runtime.Ticket#completion} run on these threads; there is no other, and no timer.
 *
 * <p>Whatever goes wrong with what a user supplied, and settings that do not fit the machine, are
 * said once through the {@code System.Logger} named {@code org.curtail}.
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
