package org.curtail.papers.experiments;

import org.curtail.replicas.ReplicaSimulation;

/**
 * What a client does in a scenario.
 *
 * @param name each once in a scenario
 * @param simulation the servers with this client
 */
record ReplicaPolicy(ReplicaScenario scenario, String name, ReplicaSimulation simulation) {}
