/**
 * {@code curtail bench redis}: hedged calls to Redis servers, which the command starts and fills.
 * {@link org.curtail.cli.bench.redis.RedisOptions} are the options, {@code RedisReplicas} the
 * servers, and {@code SetIntersections} the queries.
 */
@NullMarked
package org.curtail.cli.bench.redis;

import org.jspecify.annotations.NullMarked;
