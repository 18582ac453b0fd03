/**
 * More cores than this machine has: the real engine, with real threads, serves requests whose
 * chunks are timed waits, and what comes of it is held against the simulator on the same requests.
 */
@NullMarked
package org.curtail.benchkit.emulate;

import org.jspecify.annotations.NullMarked;
