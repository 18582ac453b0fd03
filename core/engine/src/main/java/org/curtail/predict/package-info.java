/**
 * Prediction of the demand of requests, before they run.
 *
 * <ul>
 *   <li>{@link org.curtail.predict.DemandPredictor}: learns from requests to predict the demand of
 *       others.
 *   <li>{@link org.curtail.predict.PredictionQuality}: the quality of its predictions.
 * </ul>
 *
 * <p>A {@code DemandPredictor} has a {@code DemandModel} and its latest {@code DemandFit}. One
 * thread at a time learns in the model. All threads read the fit. The model is {@code
 * FadingLeastSquares} of features on a {@code FeatureScale}; {@code ErrorByDemand} keeps its
 * errors.
 */
@NullMarked
package org.curtail.predict;

import org.jspecify.annotations.NullMarked;
