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
 * <p><b>Inside.</b> A registry reads the counts of the engine and the hedge; requests write nothing
 * to a registry. One scrape reads many meters, so a {@code Window} keeps a snapshot for a fraction
 * of a second. {@code RequestTimes} counts requests by policy and class, since an engine does not.
 * {@code RequestTimes} is a listener of the engine, and costs two additions per request. A {@code
 * Binding} keeps the meters of one registry until they are removed.
 */
@NullMarked
package org.curtail.micrometer;

import org.jspecify.annotations.NullMarked;
