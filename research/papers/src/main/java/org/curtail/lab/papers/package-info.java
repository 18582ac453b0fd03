/**
 * Papers' experiments in the simulator. An {@link org.curtail.lab.papers.Experiment} is one class
 * and one line in {@link org.curtail.lab.papers.Experiments}: it has scenarios measured in a {@link
 * org.curtail.lab.papers.ScenarioRunner} and says what follows, as figures and claims.
 */
@NullMarked
package org.curtail.lab.papers;

import org.jspecify.annotations.NullMarked;
