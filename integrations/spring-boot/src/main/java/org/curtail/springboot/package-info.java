/**
 * A starter for Spring Boot 4: an engine and a hedge from properties, with health, metrics and
 * graceful shutdown.
 *
 * <ul>
 *   <li>{@link org.curtail.springboot.CurtailAutoConfiguration} makes the beans; its Javadoc lists
 *       them.
 *   <li>{@link org.curtail.springboot.CurtailTracingAutoConfiguration} makes those of
 *       OpenTelemetry.
 * </ul>
 *
 * <p><b>Inside.</b> {@code CurtailProperties} has all properties and their defaults. An {@code
 * EngineShutdown} closes the engine when the web server has finished its requests. {@code
 * CurtailHealth} is the health indicator, {@code CurtailMeters} binds all engines and hedges to all
 * registries.
 */
@NullMarked
package org.curtail.springboot;

import org.jspecify.annotations.NullMarked;
