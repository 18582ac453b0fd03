/**
 * Papers' experiments in the simulator. An {@link org.curtail.app.reproduce.Experiment} is one
 * class and one line in {@link org.curtail.app.reproduce.Experiments}: it has scenarios measured in
 * a {@link org.curtail.app.reproduce.ScenarioRunner} and says what follows, as figures and claims.
 */
@NullMarked
package org.curtail.app.reproduce;

import org.jspecify.annotations.NullMarked;
