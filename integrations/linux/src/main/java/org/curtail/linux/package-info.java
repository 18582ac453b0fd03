/**
 * Features of the Linux kernel for the threads of a service. Each call affects the calling thread.
 *
 * <p>Without such a kernel or the permission nothing throws: an {@link
 * org.curtail.linux.Availability} has the reason. The JVM must allow native access ({@code
 * --enable-native-access=ALL-UNNAMED}); without it, newer JVMs warn and the newest refuse. Runs on
 * Java 22 or later.
 *
 * <ul>
 *   <li>{@link org.curtail.linux.LinuxBoost} gives some threads priority over others.
 *   <li>{@link org.curtail.linux.Mechanism}: mechanisms to do so.
 *   <li>{@link org.curtail.linux.Affinity} pins threads to cores.
 *   <li>{@link org.curtail.linux.Cores}: a set of cores.
 *   <li>{@link org.curtail.linux.Pin}: a thread pinned to cores.
 *   <li>{@link org.curtail.linux.MovableThread}: a thread that others move to other cores.
 *   <li>{@link org.curtail.linux.ThreadNames} sets the names of threads in system tools.
 *   <li>{@link org.curtail.linux.LinuxThreads} creates threads with a name, a core and preparation
 *       for boosting.
 *   <li>{@link org.curtail.linux.LinuxSignals} reads more signals of threads than the JDK has.
 *   <li>{@link org.curtail.linux.Availability}: a feature, or the reason why it is missing.
 * </ul>
 *
 * <p><b>Inside.</b> {@code LinuxBoost} is a {@code ThreadBoost}, found by a probe. For each {@code
 * Mechanism}, strongest first, the {@code PermissionCheck} raises and lowers a temporary thread.
 * The {@code CpuShareCheck} tests in several {@code CpuShareTrial}s if raising has an effect.
 * {@code OsPriority} remembers a thread's former scheduling. {@code Affinity} pins the calling
 * thread to {@code Cores}, or makes it a {@code MovableThread}. {@code ThreadNames} names threads.
 * {@code LinuxThreads} is a {@code ThreadFactory} that does all that for new threads. Every result
 * is an {@code Availability}.
 *
 * <p>{@code Kernel} has all calls, and returns negated {@code Errno}s as the kernel does. Only
 * {@code NativeKernel} calls the system, by the {@code SystemCalls} of the architecture; it is
 * loaded on first use. {@code LinuxCounters} use {@code CounterKernel} in the same way. The tests
 * run on a {@code FakeKernel} that fails at any call, and on the real one, checked against {@code
 * /proc}.
 */
@NullMarked
package org.curtail.linux;

import org.jspecify.annotations.NullMarked;
