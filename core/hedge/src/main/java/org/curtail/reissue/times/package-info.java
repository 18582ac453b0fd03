/**
 * Sorted times and their weights, for the searches of {@code org.curtail.reissue}. Not for users.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.times.Sample} has distinct times with sums of weights.
 *   <li>{@link org.curtail.reissue.times.Pairs} are both attempts of requests.
 *   <li>{@link org.curtail.reissue.times.Rescues} are the late requests that a copy makes early, by
 *       its delay.
 *   <li>{@link org.curtail.reissue.times.LeastTime} bisects times.
 *   <li>{@link org.curtail.reissue.times.NearestPairs} completes a log in which few requests were
 *       sent twice.
 *   <li>{@link org.curtail.reissue.times.TimeBuckets} cuts times at binary digits.
 *   <li>{@link org.curtail.reissue.times.CollapsingBuckets.BucketCounts} is a weight for each
 *       bucket.
 *   <li>{@link org.curtail.reissue.times.CollapsingBuckets} are buckets that widen when there are
 *       too many.
 *   <li>{@link org.curtail.reissue.times.Percentiles} are nearest ranks of weighted values.
 *   <li>{@link org.curtail.reissue.times.Wording} formats numbers for sentences.
 * </ul>
 */
@NullMarked
package org.curtail.reissue.times;

import org.jspecify.annotations.NullMarked;
