package org.curtail.papers.experiments;

import org.curtail.replicas.ReplicaSimulation;

/**
 * A client's policy in a scenario.
 *
 * @param name name, unique in a scenario
 * @param simulation the servers with this client
 */
record ReplicaPolicy(ReplicaScenario scenario, String name, ReplicaSimulation simulation) {}
