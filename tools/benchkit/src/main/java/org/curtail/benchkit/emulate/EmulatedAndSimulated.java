package org.curtail.benchkit.emulate;

import java.util.Optional;
import org.curtail.benchkit.openloop.Block;

/**
 * Results of a policy on a trace, from engine and simulator.
 *
 * @param emulated block of the engine
 * @param simulatedMs latencies of the same requests in the simulator
 * @param classes use of each class of cores; empty for equal cores
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record EmulatedAndSimulated(Block emulated, double[] simulatedMs, Optional<ClassUse> classes) {
  /** Creates the result for equal cores. */
  EmulatedAndSimulated(Block emulated, double[] simulatedMs) {
    this(emulated, simulatedMs, Optional.empty());
  }
}
