/**
 * How long a request will take, before it runs.
 *
 * <ul>
 *   <li>{@link org.curtail.predict.DemandPredictor} learns from requests to predict the demand of
 *       others.
 *   <li>{@link org.curtail.predict.PredictionQuality} is how good its predictions were.
 * </ul>
 *
 * <p>A {@code DemandPredictor} has a {@code DemandModel}, which one thread at a time teaches, and
 * the {@code DemandFit} that was taken of it last, which all threads read. The model is {@code
 * FadingLeastSquares} of features on a {@code FeatureScale}; {@code ErrorByDemand} keeps how far
 * off it was.
 */
@NullMarked
package org.curtail.predict;

import org.jspecify.annotations.NullMarked;
