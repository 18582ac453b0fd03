package org.curtail.lab.emulate;

import org.curtail.measurement.openloop.Block;

/**
 * One trace served twice by one policy.
 *
 * @param emulated by the engine
 * @param simulatedMs latencies of the same requests in the simulator
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record EmulatedAndSimulated(Block emulated, double[] simulatedMs) {}
