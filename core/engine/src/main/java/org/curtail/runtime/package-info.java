/**
 * The engine that enforces a policy on live requests: {@link org.curtail.runtime.Curtail} is the
 * entry, {@link org.curtail.runtime.SharedWork} what a caller supplies, {@link
 * org.curtail.runtime.Ticket} what it gets. Beside {@code org.curtail.hedge}, which has threads for
 * time and for learning, the only package of the library that starts threads.
 *
 * <pre>{@code
 * // Learns from its requests when more threads pay; Curtail.with(policy) has a policy of yours.
 * try (Curtail curtail = Curtail.automatic().start()) {
 *   double sum = curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
 * }
 * }</pre>
 *
 * <p>Which threads: the pool's, as many as the policy wants ({@link org.curtail.Policy#threads}),
 * made when the engine starts; and those that call {@link org.curtail.runtime.Curtail#run}, each
 * for its own request, which count within the same limit. Chunks, listeners and stages of {@link
 * org.curtail.runtime.Ticket#completion} run on these threads; there is no other, and no timer.
 *
 * <p>If the policy {@linkplain org.curtail.Preemption sets requests aside}, a request may leave its
 * last thread to another request at the border of a chunk, and go on later: on a thread of the
 * pool, or on that of its caller if {@link org.curtail.runtime.Curtail#run} waits for it. A thread
 * that has served it before goes on with the worker it had; another one joins, or takes over a
 * worker that was left if {@link org.curtail.runtime.SharedWork#workersMove}. What runs on the
 * {@link org.curtail.runtime.HeldExecutor} is never set aside, since its callers pass no borders.
 *
 * <p>To serve requests:
 *
 * <ul>
 *   <li>{@link org.curtail.runtime.Curtail} is the engine; {@code Curtail.with} makes one.
 *   <li>{@link org.curtail.runtime.Setup} is what an engine needs besides its policy.
 *   <li>{@link org.curtail.runtime.AutomaticSetup} is the same for an engine that chooses its
 *       policies itself.
 *   <li>{@link org.curtail.runtime.SharedWork} is a request, divided into chunks.
 *   <li>{@link org.curtail.runtime.DelegatingWork} is a request that does what another does, but
 *       for what a subclass says.
 *   <li>{@link org.curtail.runtime.MergedWork} is a request made of two functions, by {@code
 *       SharedWork.of}.
 *   <li>{@link org.curtail.runtime.RequestOptions} say until when a request is wanted, how
 *       important it is, and what is expected of it.
 *   <li>{@link org.curtail.runtime.Ticket} is a submitted request, as a {@code Future}.
 *   <li>{@link org.curtail.runtime.Reservation} is a request that waits without a thread, and whose
 *       caller comes once it may begin.
 *   <li>{@link org.curtail.runtime.Outcome} is how a request ended.
 *   <li>{@link org.curtail.runtime.DeadlineExceededException} says that a request's deadline has
 *       passed.
 *   <li>{@link org.curtail.runtime.Overload} is what happens to a request that finds the queue
 *       full.
 *   <li>{@link org.curtail.runtime.OverloadedException} says that a request was refused because the
 *       queue is full.
 *   <li>{@link org.curtail.runtime.HeldExecutor} is the engine as an {@code Executor}, for Lucene
 *       and the like.
 * </ul>
 *
 * <p>To watch it:
 *
 * <ul>
 *   <li>{@link org.curtail.runtime.Metrics} are a snapshot of what the engine has done and is
 *       doing.
 *   <li>{@link org.curtail.runtime.Autopilot.Counts} say what an engine decided that chooses its
 *       policies itself.
 *   <li>{@link org.curtail.runtime.Metrics.Histogram} says how often which values occurred.
 *   <li>{@link org.curtail.runtime.RequestListener} is told what happens to requests.
 *   <li>{@link org.curtail.runtime.Timeline} is what happened to one request.
 *   <li>{@link org.curtail.runtime.Timeline.Phase} is a part of a timeline with one degree.
 * </ul>
 *
 * <p>To choose its policies while it serves:
 *
 * <ul>
 *   <li>{@link org.curtail.runtime.Autopilot} chooses the policies of an engine that {@code
 *       Curtail.automatic} made; it explains itself, can be frozen, and writes down what it knows.
 * </ul>
 *
 * <p>To fit it to a system:
 *
 * <ul>
 *   <li>{@link org.curtail.runtime.Boosting} says how requests are boosted, if the policy boosts.
 *   <li>{@link org.curtail.runtime.Boosting.ThreadBoost} lets a thread go before others; {@code
 *       curtail-linux} has one.
 * </ul>
 *
 * <p>Whatever goes wrong with what a user supplied, and settings that do not fit the machine, are
 * said once through the {@code System.Logger} named {@code org.curtail}.
 *
 * <p><b>Inside.</b> {@code Curtail} is what users see, made by a {@code Setup}. The {@code Engine}
 * is the one lock and all that it guards, in the order of a request's life; the lock is taken when
 * a request arrives, grows, loses a worker or ends. The {@code Allocator} of {@code dispatch}
 * decides who gets a thread; {@code EngineThreads} are given what it decides; the {@code Gate}
 * keeps cores for boosted requests (or {@code OsPriority}, by the operating system). A {@code
 * PolicyInForce} is the policy that serves.
 *
 * <p>A {@code Request} is its work, what the policy has decided for it, and how it ends. Workers
 * claim its chunks without a lock. The {@code DegreePath} is who served it and when, {@code
 * Request.JoinedWorkers} what its workers keep between chunks. A {@code Worker} is a thread that
 * serves, step by step, so that a test can step too. At each chunk border a worker asks the policy
 * if something is due, its time or a change of load, and goes on, leaves or pauses ({@code
 * Border}). There is no timer thread.
 *
 * <p>{@code PolicyInForce.GuardedPolicy}, {@code NanoClock.Guarded} and {@code Listeners} keep what
 * users supply from doing harm; {@code FaultReport.TransientErrors} tell what may pass.
 *
 * <p>Where memory or stack runs out in a step of a request, the request fails alone. Where it runs
 * out under the lock, or where a request cannot be left, announced or released, {@code
 * Engine.breaks}: nothing that the lock guards is used any more, all requests fail, each ends once
 * no thread serves it, and threads end. Callers need a {@code StackReserve}, or get their {@code
 * StackOverflowError} before anything has changed; {@code WarmUp} has classes loaded before the
 * first engine starts, which takes much stack.
 *
 * <p>{@code HeldExecutor} is the engine for Lucene's own searcher: what a request submits is {@code
 * HeldWork}, chunks that come while it runs. Its caller passes no borders, so the engine looks
 * after it, at every change of load and, through an idle thread, when it is due. An {@code
 * UnseenCaller} has not said when its request begins and ends; the end is guessed.
 *
 * <p>A {@code Reservation} is a request whose caller's {@code Worker} has no thread yet, and whose
 * {@code ReservedWork} is there once that comes. It is told of its first thread as others are of
 * their end, once the lock is free.
 *
 * <p>On an engine with signals ({@link org.curtail.runtime.Setup#signals}) each worker has, while
 * it serves, {@code WorkerSignals}: the words that its thread publishes, and its stints, which the
 * request keeps in its {@code WorkerSignals.StintLog}. {@code EngineSignals.Guarded} keep readings
 * that fail from doing harm; {@code EngineSignals} says which ones a request has.
 *
 * <p>On an engine with classes of speed ({@code SpeedClasses}) each {@code Worker} is of one. The
 * {@code SpeedPlacing} asks the {@code SpeedAllocator} of {@code speed}, at each dispatch, which
 * class each request is for, which its {@code SpeedPlacing.Place} remembers. A request that is for
 * another class than its worker's is handed over at its next border, if a worker there is idle or
 * if another request is to have its own. Between two workers, and from its start until a worker of
 * its class is idle, it waits in the {@code EngineThreads}, which give it any other after a while,
 * should a chunk be stuck. For the {@code Allocator} of {@code dispatch} it has one thread all the
 * time; that one only asks whether there is room. {@code ContainedSpeedPolicy} keeps a policy of
 * speeds from doing harm, a caller waits ({@code Ticket.awaitEnd}).
 *
 * <p>Who listens is called by the {@code Listeners} without allocation and without the lock. The
 * engine's own are {@code Meters}, which counts for {@code Metrics}, and {@code FlightRecording},
 * which makes {@code FlightRecording.X} for the JDK Flight Recorder where there is one; {@code
 * FlightRecording.LoadEvents} is the periodic one. Both do their work when a request arrives,
 * starts, changes its degree or ends, never per chunk. {@code Curtail.CoresCheck} warns of cores
 * that are not there, or not those that the policy was planned for, at the start and when another
 * policy comes.
 */
@NullMarked
package org.curtail.runtime;

import org.jspecify.annotations.NullMarked;
