/**
 * Meters of engines and hedges, for any registry of Micrometer. Runs on Java 21 or later, with the
 * Micrometer that its user provides.
 *
 * <ul>
 *   <li>{@link org.curtail.micrometer.EngineMeters} binds a registry to an engine.
 *   <li>{@link org.curtail.micrometer.HedgeMeters} binds a registry to a hedge.
 *   <li>{@link org.curtail.micrometer.MeterConvention} gives the meters their names and tags.
 * </ul>
 *
 * <p><b>Inside.</b> A registry reads the meters; nothing is written to it while requests run. An
 * engine and a hedge count by themselves, and a {@code Window} keeps their snapshots for a fraction
 * of a second, since one scrape reads many meters. Engines do not count by policy and class: {@code
 * RequestTimes} does, as a listener of the engine, by two additions per request. {@code Binding}
 * remembers the meters of one registry and removes them in the end.
 */
@NullMarked
package org.curtail.micrometer;

import org.jspecify.annotations.NullMarked;
