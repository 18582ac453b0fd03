package org.curtail.benchkit.emulate;

import java.util.Optional;
import org.curtail.benchkit.openloop.Block;

/**
 * One trace served twice by one policy.
 *
 * @param emulated by the engine
 * @param simulatedMs latencies of the same requests in the simulator
 * @param classes use of each class of cores, if there are any
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record EmulatedAndSimulated(Block emulated, double[] simulatedMs, Optional<ClassUse> classes) {
  /** Creates the result for equal cores. */
  EmulatedAndSimulated(Block emulated, double[] simulatedMs) {
    this(emulated, simulatedMs, Optional.empty());
  }
}
