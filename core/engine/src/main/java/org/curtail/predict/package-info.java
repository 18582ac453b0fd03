/**
 * Prediction of the demand of requests, before they run.
 *
 * <ul>
 *   <li>{@link org.curtail.predict.DemandPredictor}: learns from requests to predict the demand of
 *       others.
 *   <li>{@link org.curtail.predict.PredictionQuality}: the quality of its predictions.
 * </ul>
 *
 * <p>A {@code DemandPredictor} has a {@code DemandModel}, in which one thread at a time learns, and
 * the latest {@code DemandFit} of it, which all threads read. The model is {@code
 * FadingLeastSquares} of features on a {@code FeatureScale}; {@code ErrorByDemand} keeps its
 * errors.
 */
@NullMarked
package org.curtail.predict;

import org.jspecify.annotations.NullMarked;
