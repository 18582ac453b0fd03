/**
 * Papers' experiments in the simulator. An {@link org.curtail.papers.experiments.Experiment} is one
 * class and one line in {@link org.curtail.papers.experiments.ReproduceCommand}: a {@link
 * org.curtail.papers.experiments.ScenarioRunner} measures its scenarios. The results of an
 * experiment are figures and claims.
 */
@NullMarked
package org.curtail.papers.experiments;

import org.jspecify.annotations.NullMarked;
