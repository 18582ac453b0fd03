/**
 * What live traffic tells of the demand: of all requests, and of one before it runs.
 *
 * <ul>
 *   <li>{@link org.curtail.demand.ProfileRecorder} listens to an engine and estimates the profile
 *       that planning and simulating start from.
 *   <li>{@link org.curtail.demand.SpeedupEstimate} is what the recorder knows of the speedups.
 *   <li>{@link org.curtail.demand.DemandPredictor} learns from requests to predict the demand of
 *       others.
 *   <li>{@link org.curtail.demand.PredictionQuality} is how good its predictions were.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code ProfileRecorder} is a listener that keeps a uniform sample ({@code
 * Reservoir}) of the requests that completed. Their speedups are a {@code SpeedupEstimate}, from
 * the {@code ChunkRates} of each request at the degrees it had; with them a path of degrees becomes
 * sequential time. It makes a {@code Profile}; who wants a file hands that to {@code json}. Checked
 * against the engine on known demands by {@code RecordedDemandTest}.
 *
 * <p>A {@code DemandPredictor} has a {@code DemandModel}, which one thread at a time teaches, and
 * the {@code DemandFit} that was taken of it last, which all threads read. The model is {@code
 * FadingLeastSquares} of features on a {@code FeatureScale}; {@code ErrorByDemand} keeps how far
 * off it was.
 */
@NullMarked
package org.curtail.demand;

import org.jspecify.annotations.NullMarked;
