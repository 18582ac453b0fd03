/**
 * Emulation of more cores than this machine has: the real engine, with real threads, serves
 * requests whose chunks are timed waits, and the results are compared with the simulator on the
 * same requests.
 */
@NullMarked
package org.curtail.benchkit.emulate;

import org.jspecify.annotations.NullMarked;
