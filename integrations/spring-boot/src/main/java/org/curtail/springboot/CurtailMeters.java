package org.curtail.springboot;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.curtail.hedge.Hedge;
import org.curtail.micrometer.EngineMeters;
import org.curtail.micrometer.HedgeMeters;
import org.curtail.micrometer.MeterConvention;
import org.curtail.runtime.Curtail;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;

/** Binds the registries of the application to all its engines and hedges. Thread-safe. */
final class CurtailMeters implements MeterBinder, DisposableBean {
  private final ObjectProvider<Curtail> engines;
  private final ObjectProvider<Hedge> hedges;
  private final MeterConvention convention;
  private final CurtailProperties.EngineProperties properties;
  private final List<EngineMeters> ofEngines = new ArrayList<>();
  private final List<HedgeMeters> ofHedges = new ArrayList<>();

  CurtailMeters(
      ObjectProvider<Curtail> engines,
      ObjectProvider<Hedge> hedges,
      MeterConvention convention,
      CurtailProperties.EngineProperties properties) {
    this.engines = engines;
    this.hedges = hedges;
    this.convention = convention;
    this.properties = properties;
  }

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    if (ofEngines.isEmpty() && ofHedges.isEmpty()) {
      engines.orderedStream().map(this::meters).forEach(ofEngines::add);
      hedges.orderedStream().map(each -> HedgeMeters.of(each, convention)).forEach(ofHedges::add);
    }
    ofEngines.forEach(meters -> meters.bindTo(registry));
    ofHedges.forEach(meters -> meters.bindTo(registry));
  }

  private EngineMeters meters(Curtail engine) {
    EngineMeters meters = EngineMeters.of(engine).convention(convention);
    Duration target = properties.target();
    return target == null ? meters : meters.target(properties.percentile(), target);
  }

  @Override
  public synchronized void destroy() {
    ofEngines.forEach(EngineMeters::close);
    ofHedges.forEach(HedgeMeters::close);
  }
}
