/**
 * Emulation of more cores than this machine has. The real engine serves requests whose chunks are
 * timed waits. The results are compared with the simulator on the same requests.
 */
@NullMarked
package org.curtail.benchkit.emulate;

import org.jspecify.annotations.NullMarked;
