/**
 * Papers' experiments in the simulator. An {@link org.curtail.app.papers.Experiment} is one class
 * and one line in {@link org.curtail.app.papers.Experiments}: it has scenarios measured in a {@link
 * org.curtail.app.papers.ScenarioRunner} and says what follows, as figures and claims.
 */
@NullMarked
package org.curtail.app.papers;

import org.jspecify.annotations.NullMarked;
