/**
 * Searches in order of importance, recorded chunk by chunk and replayed by the engine on emulated
 * cores: {@link org.curtail.benchkit.replay.SearchRecording} records, {@link
 * org.curtail.benchkit.replay.SearchReplays} replays, {@link
 * org.curtail.benchkit.replay.ReplayFindings} are the findings.
 */
@NullMarked
package org.curtail.benchkit.replay;

import org.jspecify.annotations.NullMarked;
