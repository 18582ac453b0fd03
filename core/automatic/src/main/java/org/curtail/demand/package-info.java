/**
 * What live traffic tells of the demand of all requests.
 *
 * <ul>
 *   <li>{@link org.curtail.demand.ProfileRecorder} listens to an engine and estimates the profile
 *       that planning and simulating start from.
 *   <li>{@link org.curtail.demand.SpeedupEstimate} is what the recorder knows of the speedups.
 *   <li>{@link org.curtail.demand.RecentDemand} keeps a bounded sample of the requests that ended
 *       of late, and forgets.
 *   <li>{@link org.curtail.demand.DemandSample} is what it knows at one moment; it makes a profile.
 *   <li>{@link org.curtail.demand.SpeedupModel} gives speedups at all degrees, tried or not, and
 *       says how sure they are.
 *   <li>{@link org.curtail.demand.Exploration} is a policy that lets a few requests try degrees
 *       that another policy never asks for, while cores are idle.
 *   <li>{@link org.curtail.demand.Exploration.ExplorationCost} counts what that costs.
 *   <li>{@link org.curtail.demand.DemandDrift} notices when the demand changes.
 *   <li>{@link org.curtail.demand.SpeedupDrift} notices when speedups change.
 *   <li>{@link org.curtail.demand.LoadDrift} notices when requests arrive in another pattern.
 *   <li>{@link org.curtail.demand.BatchLength} finds out how many values in a row count as one,
 *       since they depend on each other.
 *   <li>{@link org.curtail.demand.Change} is what has changed: all by one factor, or the shape.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code ProfileRecorder} is a listener that keeps a uniform sample ({@code
 * Reservoir}) of the requests that completed. Their speedups are a {@code SpeedupEstimate}, from
 * the {@code ChunkRates} of each request at the degrees it had; with them a path of degrees becomes
 * sequential time. It makes a {@code Profile}; {@code ProfileJson} makes a file of it. Checked
 * against the engine on known demands by {@code RecordedDemandTest}.
 *
 * <p>For a service that nobody configures, {@code RecentDemand} keeps such samples in windows
 * ({@code DemandWindow}). Its {@code SpeedupModel} draws what groups of requests showed ({@code
 * ObservedSpeedups}, {@code SpeedupGroup}) towards a {@code ScalingLaw}. All drift tests are one
 * {@code ChangeDetector}: ranks among all values before ({@code LogHistogram}), or of batches of
 * values that depend on each other ({@code RankedBatches}), {@code RankBet}s that they are not
 * even, and a {@code ShapeTest} when the alarm was raised. None of it reads a clock.
 */
@NullMarked
package org.curtail.demand;

import org.jspecify.annotations.NullMarked;
