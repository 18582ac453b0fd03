/**
 * The engine that enforces a policy on live requests. {@link org.curtail.runtime.Curtail} is the
 * entry, made by a {@link org.curtail.runtime.Setup}; a caller supplies a {@link
 * org.curtail.runtime.SharedWork} and gets a {@link org.curtail.runtime.Ticket}.
 *
 * <pre>{@code
 * // Learns from its requests when more threads pay; Curtail.with(policy) has a policy of yours.
 * try (Curtail curtail = Curtail.automatic().start()) {
 *   double sum = curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
 * }
 * }</pre>
 *
 * <p>Threads: the pool has as many as the policy wants ({@link org.curtail.Policy#threads}). A
 * caller of {@link org.curtail.runtime.Curtail#run} serves its own request and counts within the
 * same limit. Chunks, listeners and stages of {@link org.curtail.runtime.Ticket#completion} run on
 * these threads. There is no other thread and no timer.
 *
 * <p>Faults of user code, and settings that do not fit the machine, are reported once through the
 * {@code System.Logger} named {@code org.curtail}.
 *
 * <p><b>Inside.</b> {@code Engine} has the one lock and all that it guards, in the order of a
 * request's life. The {@code Allocator} of {@code dispatch} decides which request gets a thread;
 * {@code EngineThreads} carries that out; {@code Gate} keeps cores for boosted requests. A {@code
 * Request} holds its work, the policy's decision and its end; {@code DegreePath} its threads over
 * time. A {@code Worker} is a thread that serves in small steps, so that a test can step it. At
 * each chunk border it asks the policy if something is due, and goes on, leaves or pauses.
 *
 * <p>A preempted request leaves its last thread at a chunk border and goes on later, on a thread of
 * the pool or on its caller's. Requests of the {@link org.curtail.runtime.EngineExecutor} are never
 * preempted: their callers pass no borders, so the engine looks after them at every change of load
 * and, by an idle thread, when something is due. A {@link org.curtail.runtime.Reservation} is a
 * request whose caller comes later.
 *
 * <p>{@code PolicyInForce}, {@code NanoClock}, {@code EngineSignals}, {@code SpeedPlacing} and
 * {@code Listeners} guard the engine against exceptions of user code; {@code FaultReport} logs them
 * once.
 *
 * <p>If memory or stack runs out in a step of a request, that request fails alone. If it runs out
 * under the lock, or while a request is left, announced or released, the engine is broken ({@code
 * Engine.breaks}): all requests fail, threads end, and later calls fail at once. A caller near the
 * end of its stack gets its {@code StackOverflowError} from {@code StackReserve} before anything
 * has changed. {@code WarmUp} loads classes before the first engine starts, which takes much stack.
 *
 * <p>With signals ({@link org.curtail.runtime.Setup#signals}), {@code WorkerSignals} publishes what
 * a worker does and records its stints. With classes of speed ({@code SpeedClasses}), {@code
 * SpeedPlacing} asks the {@code SpeedAllocator} at each dispatch which class each thread of a
 * request is for; the request changes threads at its next border. {@code Meters} counts for {@code
 * Metrics}; {@code FlightRecording} tells the JDK Flight Recorder.
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
