/**
 * Sorted times and their weights, for the searches of {@code org.curtail.reissue}. Not for users.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.times.Sample} holds distinct times with cumulative weights.
 *   <li>{@link org.curtail.reissue.times.Pairs} holds both attempts of requests.
 *   <li>{@link org.curtail.reissue.times.Rescues} is the weight of requests that a copy would bring
 *       in time.
 *   <li>{@link org.curtail.reissue.times.LeastTime} bisects times.
 *   <li>{@link org.curtail.reissue.times.NearestPairs} completes a log with few requests sent
 *       twice.
 *   <li>{@link org.curtail.reissue.times.TimeBuckets} groups times by binary digits.
 *   <li>{@link org.curtail.reissue.times.CollapsingBuckets.BucketCounts} holds a weight for each
 *       bucket.
 *   <li>{@link org.curtail.reissue.times.CollapsingBuckets} widens buckets when they are too many.
 *   <li>{@link org.curtail.reissue.times.Percentiles} computes nearest ranks of weighted values.
 *   <li>{@link org.curtail.reissue.times.Wording} formats numbers for sentences.
 * </ul>
 */
@NullMarked
package org.curtail.reissue.times;

import org.jspecify.annotations.NullMarked;
