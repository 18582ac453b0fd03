/**
 * What the Linux kernel can do for the threads of a service. Each call is about the calling thread.
 *
 * <p>Where there is no such kernel or no right, nothing throws: an {@link
 * org.curtail.linux.Availability} says why. The JVM must allow native access ({@code
 * --enable-native-access=ALL-UNNAMED}); without it, newer ones warn and the newest refuse. Runs on
 * Java 22 or later.
 *
 * <ul>
 *   <li>{@link org.curtail.linux.LinuxBoost} lets some threads go before others.
 *   <li>{@link org.curtail.linux.Mechanism} is one of the ways to do so.
 *   <li>{@link org.curtail.linux.Affinity} ties threads to cores.
 *   <li>{@link org.curtail.linux.Cores} are some cores of the machine.
 *   <li>{@link org.curtail.linux.Pin} is a thread's tie to some cores.
 *   <li>{@link org.curtail.linux.MovableThread} is a thread that others move to other cores.
 *   <li>{@link org.curtail.linux.ThreadNames} gives threads names that system tools show.
 *   <li>{@link org.curtail.linux.LinuxThreads} makes threads that have a name, a core and the right
 *       to be boosted.
 *   <li>{@link org.curtail.linux.LinuxSignals} reads what threads do, and more of it than the JDK.
 *   <li>{@link org.curtail.linux.Availability} is what was asked for, or why it is not there.
 * </ul>
 *
 * <p><b>Inside.</b> {@code LinuxBoost} is a {@code ThreadBoost}, found by a probe: of each {@code
 * Mechanism}, strongest first, the {@code RightCheck} raises and lowers a throw-away thread, and a
 * {@code ContestedCore} shows whether raising has an effect, in some {@code Contest}s. {@code
 * Raising} remembers what a thread was before. {@code Affinity} pins the calling thread to {@code
 * Cores}, or makes a {@code MovableThread} of it, {@code ThreadNames} names it, {@code
 * LinuxThreads} is a {@code ThreadFactory} that does all that to new ones. Whatever is asked for is
 * an {@code Availability}: available, or unavailable with the reason.
 *
 * <p>Everything goes through {@code Kernel}, which answers as the kernel does, with negated {@code
 * Errno}s. {@code NativeKernel} alone calls the system, by the {@code SystemCalls} of the
 * architecture, and is loaded when first asked for. {@code LinuxCounters} go through {@code
 * CounterKernel} in the same way. The tests run on a {@code FakeKernel} that fails at any call, and
 * on the real one, whose own word is {@code /proc}.
 */
@NullMarked
package org.curtail.linux;

import org.jspecify.annotations.NullMarked;
