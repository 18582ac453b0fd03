/**
 * Papers' experiments in the simulator. An {@link org.curtail.papers.experiments.Experiment} is one
 * class and one line in {@link org.curtail.papers.experiments.ReproduceCommand}: it has scenarios
 * measured in a {@link org.curtail.papers.experiments.ScenarioRunner} and says what follows, as
 * figures and claims.
 */
@NullMarked
package org.curtail.papers.experiments;

import org.jspecify.annotations.NullMarked;
