/**
 * What the Linux kernel can do for the threads of a service: {@link org.curtail.linux.LinuxBoost}
 * lets some go before others, {@link org.curtail.linux.Affinity} ties them to cores, {@link
 * org.curtail.linux.ThreadNames} names them, {@link org.curtail.linux.LinuxThreads} makes them with
 * all that. Each call is about the calling thread.
 *
 * <p>Where there is no such kernel or no right, nothing throws: an {@link
 * org.curtail.linux.Availability} says why. The JVM must allow native access ({@code
 * --enable-native-access=ALL-UNNAMED}); without it, newer ones warn and the newest refuse. Runs on
 * Java 22 or later.
 */
@NullMarked
package org.curtail.linux;

import org.jspecify.annotations.NullMarked;
